import { createHash } from 'node:crypto';
import { NeverEnding } from './failures.ts';

const MOST_PAGES = 2000;

/** Of short lists. A system that names a page again, or has one more forever, would keep us reading for ever. */
export async function allPages<T>(
  what: string,
  readPage: (cursor: string | null) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  const read = new Set<string>();
  let last = '';
  for (let cursor: string | null = null; ; ) {
    const { items, next }: { items: T[]; next: string | null } = await readPage(cursor);
    const page = hashOf(items);
    if (items.length > 0 && page === last) throw new NeverEnding(`${what}: the same page again`);
    for (const item of items) all.push(item);
    if (next === null) return all;
    if (read.has(next)) throw new NeverEnding(`${what}: the same page again`);
    if (read.size >= MOST_PAGES) throw new NeverEnding(`${what}: pages without end`);
    read.add(next);
    cursor = next;
    last = page;
  }
}

/** For systems that count pages, or the rows before. */
export function allNumbered<T>(
  what: string,
  first: number,
  readPage: (number: number) => Promise<{ items: T[]; next: number | null }>,
): Promise<T[]> {
  return allPages(what, async (cursor) => {
    const { items, next } = await readPage(cursor === null ? first : Number(cursor));
    return { items, next: next === null ? null : String(next) };
  });
}

const hashOf = (items: unknown[]) => createHash('sha256').update(JSON.stringify(items)).digest('hex');

/** A few at once, for what a system returns one at a time; results keep their order. */
export async function inGroups<T, U>(items: T[], each: (item: T) => Promise<U>, size = 5): Promise<U[]> {
  const done: U[] = [];
  for (let start = 0; start < items.length; start += size)
    done.push(...(await Promise.all(items.slice(start, start + size).map(each))));
  return done;
}
