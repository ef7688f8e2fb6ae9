import { isUniqueViolation } from '../db/connection.ts';
import { Failure } from '../failure.ts';

/** Waits for what is written; where a unique constraint is against it, the failure says what is taken. */
export async function unlessTaken(
  written: Promise<void>,
  constraint: string,
  code: ConstructorParameters<typeof Failure>[0],
): Promise<void> {
  try {
    await written;
  } catch (error) {
    throw isUniqueViolation(error, constraint) ? new Failure(code) : error;
  }
}
