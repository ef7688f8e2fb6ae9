import { countSegments } from '../../../contract/segments.ts';
import { MAX_BODY_LENGTH } from '../../../contract/text-body.ts';
import { counted } from '../../lib/words.ts';
import classes from './writing.module.css';

/** What the text costs while it is being written. */
export function SegmentCounter({ body, hasMedia }: { body: string; hasMedia: boolean }) {
  if (body === '') return null;
  const over = body.length - MAX_BODY_LENGTH;
  if (over > 0) {
    return (
      <output className={classes.counter} data-over>
        {counted(over, 'character')} over the limit
      </output>
    );
  }
  // A text with a picture is not counted in segments.
  if (hasMedia) return <output className={classes.counter}>{MAX_BODY_LENGTH - body.length} left</output>;
  const { segments, remaining, encoding } = countSegments(body);
  const culprit = encoding === 'UCS-2' ? firstUncommon(body) : undefined;
  return (
    <output className={classes.counter}>
      {culprit && (
        <span
          className={classes.culprit}
          title="Some characters, such as emoji, cut a text from 160 to 70 characters."
        >
          With “{culprit}”:{' '}
        </span>
      )}
      {remaining} <span className={classes.unit}>{remaining === 1 ? 'character ' : 'characters '}</span>
      left {segments === 1 ? 'in this text' : `· counts as ${counted(segments, 'text')}`}
    </output>
  );
}

/** The character, as a person sees it, that takes the text out of the basic alphabet. */
function firstUncommon(body: string): string | undefined {
  for (const { segment } of new Intl.Segmenter().segment(body)) {
    if (countSegments(segment).encoding === 'UCS-2') return segment;
  }
  return undefined;
}
