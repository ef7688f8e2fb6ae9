/**
 * The named items share the positions they have, in the order in which they are named; the others keep theirs. So a
 * colleague's new template is never lost, and a deleted one isn't a reason to refuse.
 */
export function reorder(current: readonly string[], named: readonly string[]): string[] {
  const there = new Set(current);
  const moving = [...new Set(named)].filter((id) => there.has(id));
  const isMoving = new Set(moving);
  let next = 0;
  return current.map((id) => (isMoving.has(id) ? (moving[next++] ?? id) : id));
}
