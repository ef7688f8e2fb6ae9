import { ApiError } from './api-error.ts';

/** Of what is to go: that another tab, or a colleague, was faster is no failure. */
export async function unlessGone(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}
