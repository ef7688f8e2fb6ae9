import { expect, it } from 'vitest';
import { keepConnected } from './keep-connected.ts';

it('says once why there is no connection, again for another reason, and when it is back', async () => {
  const closing = new AbortController();
  const said: string[] = [];
  const answers = ['refused', 'refused', 'no permission', null, null];
  const open = async () => {
    const reason = answers.shift() ?? null;
    if (reason !== null) throw new Error(reason);
    if (answers.length === 0) closing.abort();
    return { ended: Promise.resolve() };
  };
  await keepConnected(open(), {
    open,
    failed: (error) => said.push((error as Error).message),
    restored: () => said.push('back'),
    closing: closing.signal,
  });
  expect(answers).toEqual([]);
  expect(said).toEqual(['refused', 'no permission', 'back']);
});
