export function moveIn<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Those that a move from one place to another concerns, in their new order. */
export function movedIds(items: readonly { id: string }[], from: number, to: number): string[] {
  const moved = moveIn(items, from, to);
  return moved.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}
