/** After that, what has not loaded is shown as failed, with a way to try again. */
export const CHUNK_LIMIT_MS = 120_000;

/** A part of the page that the browser loads, or a failure once it takes too long. */
export async function inTime<Module>(loading: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A part of the page did not load in time')), CHUNK_LIMIT_MS);
  });
  try {
    return await Promise.race([loading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
