import type { MergeValues } from '../../../contract/merge-attributes.ts';
import { parseTemplate } from '../../../contract/render-template.ts';
import { pieceOf } from './fill-known.ts';
import classes from './rendered-body.module.css';

/** A body as it will read, with what was filled in marked, and what couldn't be. */
export function RenderedBody({ body, values }: { body: string; values: MergeValues }) {
  return parseTemplate(body).map((token, index) => {
    if (token.kind === 'text') return token.text;
    const text = token.kind === 'attribute' ? pieceOf(token, values) : null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a body's pieces have nothing else to be told apart by
      <mark key={index} className={text === null ? classes.missing : classes.filled}>
        {text ?? token.source}
      </mark>
    );
  });
}
