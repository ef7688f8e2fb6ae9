import type { TestApp } from './test-app.ts';

/** Whether there is a file where media are kept. */
export async function isKept({ deps }: Pick<TestApp, 'deps'>, key: string): Promise<boolean> {
  const content = await deps.mediaStore.get(key);
  content?.stream.destroy();
  return content !== null;
}
