import type { Variables } from './variables.ts';

export interface CellAddress {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

export interface CellSettings {
  own: CellAddress;
  others: CellAddress[];
}

const NAME = /^[a-z0-9-]{1,32}$/;

/** `east=https://east.example.com west=https://west.example.com`, and which of them this one is. Null: there are no cells. */
export function readCells(
  { CELLS, CELL, PUBLIC_URL }: Pick<Variables, 'CELLS' | 'CELL' | 'PUBLIC_URL'>,
  local: boolean,
  sentences: string[],
): CellSettings | null {
  if (CELLS === undefined && CELL === undefined) return null;
  if (CELLS === undefined || CELL === undefined) {
    sentences.push('CELLS and CELL go together. Set both, or neither.');
    return null;
  }
  const all = CELLS.trim()
    .split(/\s+/)
    .map((word) => readCell(word, local));
  const cells = all.filter((cell) => cell !== null);
  if (cells.length < all.length || isTwice(cells)) {
    sentences.push(
      "CELLS isn't a list of cells. Use names and https addresses like east=https://east.example.com west=https://west.example.com, each once.",
    );
    return null;
  }
  const own = cells.find(({ name }) => name === CELL);
  if (own === undefined) {
    sentences.push("CELL isn't in CELLS. Set it to the name that CELLS has for this one.");
    return null;
  }
  if (PUBLIC_URL?.replace(/\/+$/, '') !== own.url) {
    sentences.push(`CELLS has another address for ${CELL} than PUBLIC_URL. Set both to the same one.`);
    return null;
  }
  return { own, others: cells.filter((cell) => cell !== own) };
}

function readCell(word: string, local: boolean): CellAddress | null {
  const [, name = '', address = ''] = /^([^=]+)=(.+)$/.exec(word) ?? [];
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || (local && url?.protocol === 'http:');
  if (url === null || !isSafe || !NAME.test(name) || url.search !== '' || url.hash !== '') return null;
  return { name, url: address.replace(/\/+$/, '') };
}

const isTwice = (cells: CellAddress[]) =>
  (['name', 'url'] as const).some((part) => new Set(cells.map((cell) => cell[part])).size < cells.length);
