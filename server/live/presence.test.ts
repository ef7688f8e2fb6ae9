import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PresenceState } from '../../contract/conversations.ts';
import { createPresences, MOST_PRESENCES, PRESENCE_ENDS_AFTER_MS, type Presence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const of = (user: string, state: PresenceState, conversationId = 'a'): Presence => ({
  accountId: 'one',
  conversationId,
  user: { id: user, firstName: user },
  state,
  userIds: [],
});

function listen() {
  const said: string[] = [];
  const presences = createPresences(({ user, state, conversationId }) =>
    said.push(`${user.id} ${state} ${conversationId}`),
  );
  return { presences, said };
}

it('says what changes, and nothing twice', () => {
  const { presences, said } = listen();
  for (const state of ['viewing', 'viewing', 'typing', 'typing', 'viewing', 'left', 'left'] as const)
    presences.heard(of('ben', state));
  expect(said).toEqual(['ben viewing a', 'ben typing a', 'ben viewing a', 'ben left a']);
  expect(presences.of('one')).toEqual([]);
});

it('ends automatically, later when it was said again', () => {
  const { presences, said } = listen();
  presences.heard(of('ben', 'typing'));
  vi.advanceTimersByTime(PRESENCE_ENDS_AFTER_MS - 1);
  presences.heard(of('ben', 'typing'));
  vi.advanceTimersByTime(PRESENCE_ENDS_AFTER_MS - 1);
  expect(presences.of('one')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['ben typing a', 'ben left a']);
  expect(presences.of('one')).toEqual([]);
});

it('keeps people and conversations apart, and says nothing once it is closed', () => {
  const { presences, said } = listen();
  presences.heard(of('ben', 'viewing'));
  presences.heard(of('cy', 'viewing'));
  presences.heard(of('ben', 'typing', 'b'));
  presences.heard(of('ben', 'left'));
  expect(presences.of('one').map(({ user }) => user.id)).toEqual(['cy', 'ben']);
  expect(presences.of('two')).toEqual([]);
  presences.close();
  vi.advanceTimersByTime(PRESENCE_ENDS_AFTER_MS);
  expect(said).toHaveLength(4);
});

it('keeps so many and no more, and has room again once they end', () => {
  const { presences } = listen();
  const hear = (from: number, count: number) => {
    for (let index = from; index < from + count; index += 1)
      presences.heard(of('ben', 'viewing', String(index)));
  };
  hear(0, MOST_PRESENCES + 5);
  expect(presences.of('one')).toHaveLength(MOST_PRESENCES);
  hear(0, 1);
  presences.heard(of('ben', 'left', '1'));
  hear(MOST_PRESENCES, 1);
  expect(presences.of('one')).toHaveLength(MOST_PRESENCES);
  vi.advanceTimersByTime(PRESENCE_ENDS_AFTER_MS);
  hear(0, 1);
  expect(presences.of('one')).toHaveLength(1);
});
