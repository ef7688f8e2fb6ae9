import { timingSafeEqual } from 'node:crypto';

/** Takes as long wherever the two differ, so that its time tells nothing of the right one. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
