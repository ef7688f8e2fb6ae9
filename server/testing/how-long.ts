import type { Route } from '../../contract/route.ts';

/** `npm run test:long` runs everything whole; `npm test` runs as much of it as finds most faults. */
export const isLong = process.env.TEST_LONG === '1';

/** How often a property is tried, how many texts are sent, and so on. */
export const howMany = (usually: number, whole: number): number => (isLong ? whole : usually);

/**
 * Of routes that are mounted in the same way, the first: what the mounting does to one it does to all. The whole run asks
 * every one.
 */
export function oncePerShape<Row extends { route: Route }>(rows: readonly Row[]): readonly Row[] {
  if (isLong) return rows;
  return [...new Map(rows.toReversed().map((row) => [shapeOf(row.route), row])).values()].reverse();
}

/** Everything of a route that the mounting looks at. */
function shapeOf({ path, summary, params, query, body, reply, failures, ...plain }: Route): string {
  const has = { params: params !== undefined, query: query !== undefined, body: body !== undefined };
  return JSON.stringify({ ...plain, ...has });
}
