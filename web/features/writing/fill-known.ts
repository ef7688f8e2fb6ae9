import type { MergeValues } from '../../../contract/merge-attributes.ts';
import { renderTokens } from '../../../contract/render-template.ts';
import { parseWithLinks, type ShortcutLink } from '../../../contract/with-links.ts';
import type { AttributeToken } from './attributes.ts';

/**
 * What an attribute stands for. Null where that isn't known: it stays, so that the sender sees it and the server fills it in.
 * A value with braces is left to the server too, which would take it for an attribute.
 */
export function pieceOf(token: AttributeToken, values: MergeValues): string | null {
  if (!Object.hasOwn(values, token.attribute)) return null;
  const rendered = renderTokens([token], values);
  return rendered.ok && !rendered.text.includes('{{') ? rendered.text : null;
}

/** A body with everything filled in that is known here. */
export function fillKnown(body: string, values: MergeValues, links: readonly ShortcutLink[] = []): string {
  return parseWithLinks(body, links)
    .map((token) => {
      if (token.kind === 'text') return token.text;
      return (token.kind === 'attribute' ? pieceOf(token, values) : null) ?? token.source;
    })
    .join('');
}
