export interface Step {
  sql: string;
  /** Until it changes nothing. */
  repeats: boolean;
}

const IN_STEPS = /^-- in steps\s*\n/;
const STEP = /^-- step(, repeated)?\s*$/m;

/** Null: the file is one transaction. */
export function stepsOf(sql: string): Step[] | null {
  if (!IN_STEPS.test(sql)) return null;
  // What comes before the first step are comments.
  const [, ...rest] = sql.split(STEP);
  const steps: Step[] = [];
  for (let at = 0; at < rest.length; at += 2)
    steps.push({ sql: rest[at + 1] ?? '', repeats: rest[at] !== undefined });
  return steps;
}

/** Which index a step makes beside the traffic; null: none. */
export function concurrentIndexOf({ sql }: Step): string | null {
  return /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(sql)?.[1] ?? null;
}
