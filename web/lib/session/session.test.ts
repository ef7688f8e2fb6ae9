import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  endSession,
  endSessionOf,
  impersonate,
  isImpersonating,
  lookAway,
  onOtherPerson,
  onSessionEnd,
  onSessionReplaced,
  sessionToken,
  startSession,
} from './session.ts';

/* In one tab staff impersonate someone, and are themselves everywhere else. */

const own = { id_token: 'own', expires_in: 3600 };
const other = { id_token: 'other', expires_in: 1800 };

beforeEach(() => startSession(own));
afterEach(() => {
  lookAway();
  endSession();
  localStorage.clear();
});

describe('impersonating', () => {
  test('uses the other token in this tab, and keeps the own one', () => {
    impersonate(other);
    expect(sessionToken()).toBe('other');
    expect(isImpersonating()).toBe(true);
    expect(localStorage.getItem('hiretext:token')).toBe('own');
    lookAway();
    expect(sessionToken()).toBe('own');
    expect(isImpersonating()).toBe(false);
  });

  test('is over after its time, without falling back silently', () => {
    impersonate(other, Date.now() - 1_800_001);
    expect(sessionToken()).toBeNull();
  });

  test('that ends leaves the own session as it was, and notifies the page', () => {
    let calls = 0;
    const forget = onSessionEnd(() => {
      calls += 1;
    });
    impersonate(other);
    endSession();
    expect(calls).toBe(1);
    expect(sessionToken()).toBe('own');
    endSession();
    expect(calls).toBe(2);
    expect(sessionToken()).toBeNull();
    forget();
  });

  test('ends with the own session when that is over in another tab', () => {
    const forget = onSessionEnd(() => {});
    impersonate(other);
    localStorage.removeItem('hiretext:token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'hiretext:token', newValue: null }));
    expect(isImpersonating()).toBe(false);
    expect(sessionToken()).toBeNull();
    forget();
  });

  test('that is over is reported by every pending answer, and ends nothing else', () => {
    impersonate(other);
    endSessionOf('other');
    endSessionOf('other');
    expect(sessionToken()).toBe('own');
  });

  test('notifies when the tab goes on as someone else, and as oneself again', () => {
    let calls = 0;
    const forget = onOtherPerson(() => {
      calls += 1;
    });
    impersonate(other);
    expect(calls).toBe(1);
    lookAway();
    expect(calls).toBe(2);
    lookAway();
    expect(calls).toBe(2);
    forget();
  });
});

describe('a refusal of a session', () => {
  test('that this browser has no more does not end the next one', () => {
    startSession({ id_token: 'next', expires_in: 3600 });
    endSessionOf('own');
    expect(sessionToken()).toBe('next');
    endSessionOf('next');
    expect(sessionToken()).toBeNull();
  });

  test('whose time was over when it was asked ends it', () => {
    startSession(own, Date.now() - 3_600_001);
    let calls = 0;
    const forget = onSessionEnd(() => {
      calls += 1;
    });
    endSessionOf('own');
    endSessionOf(null);
    expect(calls).toBe(2);
    forget();
  });
});

test('another session, begun in another tab, is noticed; the same one is not', () => {
  let calls = 0;
  const forget = onSessionReplaced(() => {
    calls += 1;
  });
  const becomes = (newValue: string | null, oldValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'hiretext:token', newValue, oldValue }));
  becomes('own', 'own');
  becomes(null, 'own');
  becomes('next', null);
  expect(calls).toBe(0);
  impersonate(other);
  becomes('next', 'own');
  expect(calls).toBe(1);
  expect(isImpersonating()).toBe(false);
  forget();
});
