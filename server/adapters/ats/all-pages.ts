import { AtsUnavailable } from './failures.ts';

/** Of short lists. A system that names a page again would keep us reading for ever. */
export async function allPages<T>(
  what: string,
  readPage: (cursor: string | null) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  const read = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const { items, next }: { items: T[]; next: string | null } = await readPage(cursor);
    all.push(...items);
    if (next === null) return all;
    if (read.has(next)) throw new AtsUnavailable(`${what}: the same page again`);
    read.add(next);
    cursor = next;
  }
}
