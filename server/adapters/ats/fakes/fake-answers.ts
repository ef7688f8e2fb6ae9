/** A page of `all` after the one that `cursor` names; `null`: no such cursor was given out. */
export function pageOf<T>(
  all: T[],
  cursor: string | undefined,
  size: number,
): { items: T[]; next: string | null } | null {
  const start = cursor === undefined ? 0 : Number(/^page-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) return null;
  const end = start + size;
  return { items: all.slice(start, end), next: end < all.length ? `page-${end}` : null };
}

/** Ids as vendors make them: no order in them, always the same ones in a test. */
export function fakeUuids(): () => string {
  let made = 0;
  return () => {
    made += 1;
    const hex = ((made * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
    return `${hex}-0000-4000-8000-${String(made).padStart(12, '0')}`;
  };
}

export function numberedIds(after: number, step = 1): () => string {
  let last = after;
  return () => {
    last += step;
    return String(last);
  };
}
