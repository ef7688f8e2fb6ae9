import { ApiError } from './api-error.ts';

/** For deletions: it isn't a failure if another tab, or a colleague, was faster. */
export async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}
