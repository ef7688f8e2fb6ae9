/**
 * Some of the applications at a time, for systems that are asked for interviews by application. The cursor is the last one asked
 * for, so it stays good when others come and go.
 */
export function applicationBatch(
  applications: string[],
  cursor: string | null,
  size: number,
): { batch: string[]; next: string | null } {
  const left = applications.filter((id) => cursor === null || id > cursor).toSorted(compare);
  const batch = left.slice(0, size);
  return { batch, next: left.length > size ? (batch.at(-1) ?? null) : null };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
