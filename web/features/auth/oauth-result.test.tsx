import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OauthResult, onOauthResult, takeOauthResult } from '../../lib/session/oauth-result.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const KEY = 'hiretext:oauthResult';

/** The event that the opener gets when another window writes. */
function tellOtherWindow(value: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: value }));
}

describe('the pop-up', () => {
  test.each([
    ['/oauthSuccess?atsType=greenhouseOnboarding', 'ats', 'success', 'ATS successfully connected'],
    ['/oauthFailure?atsType=lever', 'ats', 'failure', 'ATS integration failed. Please try again.'],
    ['/oauthSuccess?calendar=google', 'calendar', 'success', 'Calendar connected'],
    [
      '/oauthFailure?calendar=microsoft',
      'calendar',
      'failure',
      "We couldn't connect the calendar. Try again.",
    ],
  ] as const)('at %s leaves the outcome, says it, and closes', async (path, purpose, outcome, sentence) => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {});
    renderApp(path);
    expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy();
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
    expect(takeOauthResult(purpose === 'ats' ? 'calendar' : 'ats')).toBeNull();
    expect(takeOauthResult(purpose)).toEqual({
      outcome,
      vendor: path.split('=')[1],
      at: expect.closeTo(Date.now(), -5),
    });
  });

  test('that was opened by hand stays, with a way on, signed in or not', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {});
    const api = createFakeApi();
    renderApp('/oauthFailure', { api, signedIn: false });
    const way = await screen.findByRole('link', { name: 'Go to Hiretext' });
    expect(way.getAttribute('href')).toBe('/');
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(api.unanswered).toEqual([]);
  });

  test.each([
    'atsType=<b>Your account is closed</b>',
    'atsType=Call+%2B14155550123',
    'atsType=javascript:alert(1)',
    'atsType=a&atsType=b',
    'atsType=7',
    'calendar=Call+us',
    'type=lever&message=Call+us&error=access_denied&error_description=Call+us',
  ])('shows and keeps nothing that %s brings', async (query) => {
    vi.spyOn(window, 'close').mockImplementation(() => {});
    renderApp(`/oauthFailure?${query}`);
    await screen.findByRole('heading', { name: 'ATS integration failed. Please try again.' });
    await waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull());
    expect(document.querySelector('main')?.textContent).toBe(
      'HiretextATS integration failed. Please try again.You can close this window.Go to Hiretext',
    );
    expect(takeOauthResult('ats')).toMatchObject({ outcome: 'failure', vendor: null });
  });
});

describe('the window that opened it', () => {
  const result: OauthResult = { outcome: 'success', vendor: 'lever', at: 7 };

  test('is notified once, until it stops listening', () => {
    const received = vi.fn();
    const unlisten = onOauthResult('ats', received);
    localStorage.setItem(KEY, JSON.stringify(result));
    tellOtherWindow(JSON.stringify(result));
    expect(received.mock.calls).toEqual([[result]]);
    expect(localStorage.getItem(KEY)).toBeNull();
    tellOtherWindow(null);
    unlisten();
    tellOtherWindow(JSON.stringify(result));
    expect(received).toHaveBeenCalledTimes(1);
  });

  test('finds what came while it was reloaded, once', () => {
    localStorage.setItem(KEY, JSON.stringify(result));
    expect(takeOauthResult('ats')).toEqual(result);
    expect(takeOauthResult('ats')).toBeNull();
  });

  test.each(['', 'yes', 'null', '7', '{}', '{"outcome":"maybe","at":1}', '{"outcome":"success"}'])(
    'makes nothing of %j',
    (value) => {
      const received = vi.fn();
      const unlisten = onOauthResult('ats', received);
      tellOtherWindow(value);
      unlisten();
      localStorage.setItem(KEY, value);
      expect(received).not.toHaveBeenCalled();
      expect(takeOauthResult('ats')).toBeNull();
    },
  );
});
