import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  endSession,
  isLookingOn,
  lookAway,
  lookOn,
  onSessionEnd,
  sessionToken,
  startSession,
} from './session.ts';

/* In one tab staff look on as somebody else, and are themself everywhere else. */

const own = { id_token: 'own', expires_in: 3600 };
const other = { id_token: 'other', expires_in: 1800 };

beforeEach(() => startSession(own));
afterEach(() => {
  lookAway();
  endSession();
  localStorage.clear();
});

describe('looking on', () => {
  test('uses the other token in this tab, and keeps the own one', () => {
    lookOn(other);
    expect(sessionToken()).toBe('other');
    expect(isLookingOn()).toBe(true);
    expect(localStorage.getItem('hiretext:token')).toBe('own');
    lookAway();
    expect(sessionToken()).toBe('own');
    expect(isLookingOn()).toBe(false);
  });

  test('is over after its time, without falling back silently', () => {
    lookOn(other, Date.now() - 1_800_001);
    expect(sessionToken()).toBeNull();
  });

  test('that ends leaves the own session as it was, and tells the page', () => {
    let told = 0;
    const forget = onSessionEnd(() => {
      told += 1;
    });
    lookOn(other);
    endSession();
    expect(told).toBe(1);
    expect(sessionToken()).toBe('own');
    endSession();
    expect(told).toBe(2);
    expect(sessionToken()).toBeNull();
    forget();
  });

  test('ends with the own session when that is over in another tab', () => {
    const forget = onSessionEnd(() => {});
    lookOn(other);
    localStorage.removeItem('hiretext:token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'hiretext:token', newValue: null }));
    expect(isLookingOn()).toBe(false);
    expect(sessionToken()).toBeNull();
    forget();
  });
});
