import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Message } from '../../../../contract/messages.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const me = makeUser();
const sender = { id: me.id, firstName: me.firstName, lastName: me.lastName, avatar: null };

async function open(messages: Partial<Message>[]) {
  const conversation = makeConversation();
  const { api } = createInboxApi({
    conversations: [conversation],
    messages: messages.map((message) => makeMessage({ ...message, conversationId: conversation.id })),
    user: me,
  });
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api });
  const log = within(await screen.findByRole('log'));
  return { ...app, log };
}

const details = () => screen.findByRole('dialog', { name: 'Text details' });

function facts(dialog: HTMLElement) {
  const terms = [...dialog.querySelectorAll('dt')];
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]));
}

describe('with a text', () => {
  test('one copies it', async () => {
    const { user, log } = await open([{ body: 'Thursday at nine' }]);
    await user.click(log.getByRole('button', { name: 'Copy text' }));
    expect(await log.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('Thursday at nine');
  });

  test('shows all that is known about it, and returns to the same place', async () => {
    const { user, log } = await open([
      {
        direction: 'outbound',
        sender,
        body: 'Thursday at nine',
        status: 'undelivered',
        errorCode: 'unreachable',
        errorText: "The candidate's phone couldn't be reached.",
        segments: 2,
        sentAt: '2026-11-20T15:00:01.000Z',
      },
    ]);
    const button = log.getByRole('button', { name: 'Text details' });
    await user.click(button);
    expect(facts(await details())).toEqual({
      'Written by': 'Dana Reed',
      From: '(415) 555-0100',
      Written: 'Friday, November 20, 2026 at 10:00 AM',
      Sent: 'Friday, November 20, 2026 at 10:00 AM',
      Status: 'Not delivered',
      Reason: "The candidate's phone couldn't be reached.",
      Segments: '2',
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  test('from the candidate, when it came and to which number', async () => {
    const { user, log } = await open([{ body: 'hi', number: null }]);
    await user.click(log.getByRole('button', { name: 'Text details' }));
    expect(facts(await details())).toEqual({
      To: 'A number you no longer have',
      Received: 'Friday, November 20, 2026 at 10:00 AM',
      Segments: '1',
    });
  });

  test('only the newest one is a stop of Tab; the arrows go on from there', async () => {
    const { user, log } = await open([{ body: 'three' }, { body: 'two' }, { body: 'one' }]);
    const buttons = log.getAllByRole('button', { name: 'Text details' });
    expect(buttons.map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
    buttons[2]?.focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(buttons[0]);
    await user.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    expect(within(await details()).getByText('two')).toBeTruthy();
  });
});

describe('a finger', () => {
  const finger = { pointerType: 'touch', isPrimary: true, clientX: 10, clientY: 10 };

  async function press(element: Element, ms: number, meanwhile = () => {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(element, finger);
    meanwhile();
    act(() => void vi.advanceTimersByTime(ms));
    fireEvent.pointerUp(element, finger);
    vi.useRealTimers();
  }

  test('that stays on a text opens its details, where it can be copied', async () => {
    const { log, user } = await open([{ body: 'Thursday' }]);
    await press(log.getByText('Thursday'), 600);
    await user.click(within(await details()).getByRole('button', { name: 'Copy text' }));
    expect(await navigator.clipboard.readText()).toBe('Thursday');
  });

  test.each([
    ['is lifted soon', 200, () => {}],
    ['scrolls', 600, () => fireEvent.pointerMove(screen.getByText('Thursday'), { ...finger, clientY: 40 })],
  ])('that %s does not', async (_, ms, meanwhile) => {
    const { log } = await open([{ body: 'Thursday' }]);
    await press(log.getByText('Thursday'), ms, meanwhile);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that stays on a link has what the browser offers for it', async () => {
    const { log } = await open([{ body: 'See example: https://example.com' }]);
    await press(log.getByRole('link'), 600);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
