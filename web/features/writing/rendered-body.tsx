import type { MergeValues } from '../../../contract/merge-attributes.ts';
import { parseWithLinks, type ShortcutLink } from '../../../contract/with-links.ts';
import { nameOf } from './attributes.ts';
import { pieceOf } from './fill-known.ts';
import classes from './rendered-body.module.css';

/** A body as it will read, with what was filled in marked, and what couldn't be. */
export function RenderedBody({
  body,
  values,
  links,
}: {
  body: string;
  values: MergeValues;
  /** Of the person's calendar shortcuts. */
  links: readonly ShortcutLink[];
}) {
  return parseWithLinks(body, links).map((token, index) => {
    if (token.kind === 'text') return token.text;
    const text = token.kind === 'attribute' ? pieceOf(token, values) : null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a body's pieces have no other key
      <mark key={index} className={text === null ? classes.missing : classes.filled}>
        {text ?? (token.kind === 'attribute' ? nameOf(token) : token.source)}
      </mark>
    );
  });
}
