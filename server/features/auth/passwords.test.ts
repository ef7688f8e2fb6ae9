import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* Each hash keeps a processor busy for a while, so what is counted is how many run at once. */

const argon2 = vi.hoisted(() => ({ running: [] as ((fails?: boolean) => void)[], most: 0 }));
vi.mock('@node-rs/argon2', () => {
  const work = <T>(result: T) =>
    new Promise<T>((resolve, reject) => {
      argon2.running.push((fails) => (fails ? reject(new Error('out of memory')) : resolve(result)));
      argon2.most = Math.max(argon2.most, argon2.running.length);
    });
  return { hash: (password: string) => work(`hash of ${password}`), verify: () => work(true) };
});

let passwords: typeof import('./passwords.ts');
beforeEach(async () => {
  vi.resetModules();
  Object.assign(argon2, { running: [], most: 0 });
  passwords = await import('./passwords.ts');
});
afterEach(() => vi.resetModules());

async function finishOne(fails = false): Promise<void> {
  await vi.waitFor(() => expect(argon2.running.length).toBeGreaterThan(0));
  argon2.running.shift()?.(fails);
  await new Promise(setImmediate);
}

describe('passwords', () => {
  it('are hashed and checked two at a time, in turn', async () => {
    const done: string[] = [];
    const all = ['a', 'b', 'c', 'd', 'e'].map(async (password, index) => {
      await (index % 2 ? passwords.isPassword('hash', password) : passwords.hashPassword(password));
      done.push(password);
    });
    for (let finished = 0; finished < 5; finished += 1) await finishOne();
    await Promise.all(all);
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(argon2.most).toBe(2);
  });

  it('beyond what can wait are refused at once, and the ones that wait are not', async () => {
    const waiting = Array.from({ length: passwords.MOST_WAITING + 2 }, () => passwords.hashPassword('a'));
    await expect(passwords.hashPassword('b')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    for (let finished = 0; finished < waiting.length; finished += 1) await finishOne();
    await Promise.all(waiting);
    const next = passwords.hashPassword('b');
    await finishOne();
    expect(await next).toBe('hash of b');
  });

  it('that fail make room for the next', async () => {
    const failing = [1, 2].map(() => passwords.hashPassword('a'));
    const next = passwords.hashPassword('b');
    const failed = Promise.allSettled(failing);
    await finishOne(true);
    await finishOne(true);
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await finishOne();
    expect(await next).toBe('hash of b');
  });
});
