import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { Notices } from '../db/connection.ts';
import { createSessionCache } from './session-cache.ts';

/* What may be kept, in the orders in which changes can arrive: on the connection that makes them, and on the one that listens. */

function setUp() {
  const notices: Notices = new EventEmitter();
  let notify: (change: string) => void = () => {};
  const state = { isCurrent: true };
  const cache = createSessionCache({
    notices,
    signals: {
      on: (_, listener) => {
        notify = listener;
        return () => true;
      },
      isCurrent: () => state.isCurrent,
    },
  });
  const entry = (accountId: string, id = `session of ${accountId}`) => ({ session: { accountId, id } });
  return {
    state,
    begin: cache.begin,
    entry,
    read: (...accounts: string[]) => {
      const keep = cache.begin();
      for (const accountId of accounts) keep(entry(accountId));
    },
    isKept: (accountId: string, sessionId = `session of ${accountId}`) =>
      cache.find({ accountId, sessionId }) !== undefined,
    announce: (change: string) => notices.emit('notice', { code: 'HT001', message: change }),
    notify: (change: string) => notify(change),
    notices,
  };
}

it('what was read is kept, for its own account only', () => {
  const { read, isKept } = setUp();
  read('ana');
  expect(isKept('ana')).toBe(true);
  expect(isKept('ben', 'session of ana')).toBe(false);
});

it('what has changed is forgotten, and nothing else', () => {
  const { read, isKept, notify } = setUp();
  read('ana', 'ben');
  notify('ana 1');
  expect([isKept('ana'), isKept('ben')]).toEqual([false, true]);
  read('ana');
  expect(isKept('ana')).toBe(true);
});

it('what was being read when something changed is not kept', () => {
  const { begin, entry, isKept, notify, announce } = setUp();
  const known = begin();
  notify('ana 1');
  known(entry('ana'));
  const announced = begin();
  announce('ana 2');
  notify('ana 2');
  announced(entry('ana'));
  expect(isKept('ana')).toBe(false);
});

it('while a transaction of this node is open, its account is read again', () => {
  const { read, isKept, notify, announce } = setUp();
  read('ana', 'ben');
  announce('ana 1');
  read('ana', 'ben');
  expect([isKept('ana'), isKept('ben')]).toEqual([false, true]);
  notify('ana 1');
  expect(isKept('ana')).toBe(false);
  read('ana');
  expect(isKept('ana')).toBe(true);
});

it('each of several transactions is waited for', () => {
  const { read, isKept, notify, announce } = setUp();
  announce('ana 1');
  announce('ana 2');
  notify('ana 1');
  read('ana');
  expect(isKept('ana')).toBe(false);
  notify('ana 2');
  read('ana');
  expect(isKept('ana')).toBe(true);
});

it('the notification may be the faster one', () => {
  const { read, isKept, notify, announce } = setUp();
  read('ana');
  notify('ana 1');
  announce('ana 1');
  read('ana');
  expect(isKept('ana')).toBe(true);
});

it('other notices mean nothing', () => {
  const { read, isKept, notices } = setUp();
  read('ana');
  notices.emit('notice', { code: '00000', message: 'ana 1' });
  expect(isKept('ana')).toBe(true);
});

it('nothing is used while not everything is heard, and nothing of then afterwards', () => {
  const { state, read, begin, entry, isKept, notify } = setUp();
  read('ana');
  state.isCurrent = false;
  expect(isKept('ana')).toBe(false);
  read('ben');
  const late = begin();
  notify('');
  state.isCurrent = true;
  late(entry('cem'));
  expect([isKept('ana'), isKept('ben'), isKept('cem')]).toEqual([false, false, false]);
});
