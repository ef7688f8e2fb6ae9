import { parseTemplate } from '../../../contract/render-template.ts';
import { nameOf } from './attributes.ts';
import classes from './rendered-body.module.css';

/** A body that isn't filled in, with its merge attributes by name. */
export function AttributedText({ body }: { body: string }) {
  return parseTemplate(body).map((token, index) =>
    token.kind === 'text' ? (
      token.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a body's pieces have no other key
      <mark key={index} className={token.kind === 'attribute' ? classes.attribute : classes.missing}>
        {token.kind === 'attribute' ? nameOf(token) : token.source}
      </mark>
    ),
  );
}
