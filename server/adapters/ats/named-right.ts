import { RightsMissing } from './failures.ts';

/** For systems whose refusal doesn't say which right is missing. */
export async function namingRight<T>(what: string, right: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RightsMissing) throw new RightsMissing(what, [right]);
    throw error;
  }
}
