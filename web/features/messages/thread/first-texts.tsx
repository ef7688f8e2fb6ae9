import type { OutgoingText } from '../outgoing-text.ts';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import classes from './thread.module.css';

/** Texts on their way to someone with whom there is no conversation yet. */
export function FirstTexts({ texts }: { texts: OutgoingText[] }) {
  return (
    <div className={classes.frame}>
      <div
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label="Texts"
      >
        <div className={classes.items}>
          {texts.map((text) => (
            <OutgoingBubble key={text.key} text={text} />
          ))}
        </div>
      </div>
    </div>
  );
}
