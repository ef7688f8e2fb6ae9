/** More is nothing that a person or a program of ours sends. */
const MAX_DEPTH = 32;
/** The longest list of a call has 2,000 entries. Checking so many takes milliseconds, whatever they are. */
const MAX_VALUES = 4000;
/** Of pages that a vendor answers with. */
export const MAX_VALUES_OF_VENDORS = 200_000;

/** JSON that would take too long to work through. */
export class TooComplex extends Error {}

/** JSON.parse for what others send: the shape is looked at before anything is made of it. */
export function parseBoundedJson(text: string, maxValues?: number): unknown {
  requireBounded(text, maxValues);
  return JSON.parse(text);
}

export function requireBounded(text: string, maxValues: number = MAX_VALUES): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        values += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
    }
    if (depth > MAX_DEPTH || values > maxValues) throw new TooComplex('The JSON is too complex');
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where its quote is, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
