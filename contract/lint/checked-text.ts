import { linksIn } from '../links-in.ts';
import type { MergeValues } from '../merge-attributes.ts';
import { parseTemplate, renderTokens } from '../render-template.ts';

/** Replaces what isn't checked: not a letter, digit or space. */
export const HIDDEN = '\uFFFC';

/** A body as the rules see it, with a mapping back to what was written. All its texts are equally long. */
export interface CheckedText {
  body: string;
  /** With values of merge attributes. Those without a known value are hidden. */
  shown: string;
  /** `shown` without links. */
  prose: string;
  /** What the sender typed: `prose` without merge attributes and their values. */
  typed: string;
  /** Where the body has a range of the texts. An attribute is all in or all out. */
  sourceOf: (from: number, to: number) => [from: number, to: number];
}

interface Piece {
  at: number;
  source: { at: number; length: number };
  isTyped: boolean;
}

export function checkText(body: string, values: MergeValues): CheckedText {
  const pieces: Piece[] = [];
  let [shown, typed, at] = ['', '', 0];
  for (const token of parseTemplate(body)) {
    const source = token.kind === 'text' ? token.text : token.source;
    const isTyped = token.kind === 'text';
    const text = isTyped ? source : valueIn(token, values);
    pieces.push({
      at: shown.length,
      source: { at, length: source.length },
      isTyped,
    });
    shown += text;
    typed += isTyped ? text : HIDDEN.repeat(text.length);
    at += source.length;
  }
  const linked = linkedWords(shown, typed);
  const pieceAt = (place: number) => {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pieces[middle]?.at ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  };
  return {
    body,
    shown,
    prose: withHidden(shown, linked),
    typed: withHidden(typed, linked),
    sourceOf(from, to) {
      const [first, last] = [pieceAt(from), pieceAt(to - 1)];
      if (!first || !last) return [body.length, body.length];
      return [
        first.source.at + (first.isTyped ? from - first.at : 0),
        last.source.at + (last.isTyped ? to - last.at : last.source.length),
      ];
    },
  };
}

function valueIn(
  token: Exclude<ReturnType<typeof parseTemplate>[number], { kind: 'text' }>,
  values: MergeValues,
) {
  if (token.kind !== 'attribute' || !(token.attribute in values)) return HIDDEN;
  const rendered = renderTokens([token], values);
  return rendered.ok ? rendered.text : HIDDEN;
}

/** Where links are, with the words around them up to the next space that the sender typed. */
function linkedWords(shown: string, typed: string): [from: number, to: number][] {
  const linked = linksIn(shown).map(({ range }) => range);
  let next = 0;
  return [...typed.matchAll(/\S+/g)].flatMap(({ 0: { length }, index: from }) => {
    const to = from + length;
    while (next < linked.length && (linked[next]?.[1] ?? 0) <= from) next += 1;
    const hasLink = (linked[next]?.[0] ?? Number.POSITIVE_INFINITY) < to;
    return hasLink || /:\/\/|@|^www\./i.test(shown.slice(from, to)) ? [[from, to]] : [];
  });
}

function withHidden(text: string, ranges: readonly [from: number, to: number][]): string {
  let [hidden, end] = ['', 0];
  for (const [from, to] of ranges) {
    hidden += text.slice(end, from) + HIDDEN.repeat(to - from);
    end = to;
  }
  return hidden + text.slice(end);
}

/** The body with something else in these ranges of `typed`, in their order. */
export function replaceTyped(
  text: CheckedText,
  changes: readonly { from: number; to: number; by: string }[],
): string {
  let [body, end] = ['', 0];
  for (const { from, to, by } of changes) {
    const [start, stop] = text.sourceOf(from, to);
    body += text.body.slice(end, start) + by;
    end = stop;
  }
  return body + text.body.slice(end);
}
