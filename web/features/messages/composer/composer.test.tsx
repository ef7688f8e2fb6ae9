import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { endSession } from '../../../lib/session/session.ts';
import { fieldOf } from '../../../lib/zoned-time.ts';
import { answerUploads } from '../../../testing/answer-uploads.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeUser, NUMBER_CHANGE } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { keepText } from '../kept-texts.ts';
import { sendWaiting } from '../outbox.ts';

function open({
  messages = [makeMessage()],
  user = makeUser(),
}: {
  messages?: Message[];
  user?: ReturnType<typeof makeUser>;
} = {}) {
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: messages.map((message) => ({ ...message, conversationId: conversation.id })),
    user,
  });
  inbox.api.answer(routes.sendMessage, ({ body }) =>
    makeMessage({
      conversationId: conversation.id,
      direction: 'outbound',
      body: body.body,
      status: 'queued',
      sender: { id: user.id, firstName: user.firstName, lastName: user.lastName, avatar: null },
      createdAt: new Date().toISOString(),
    }),
  );
  return {
    ...inbox,
    conversation,
    me: user,
    ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }),
  };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
/** Sends a text that can be undone for 20 seconds. */
async function send(
  { api, user, conversation, me }: ReturnType<typeof open>,
  body = 'Wrong person',
): Promise<Message> {
  const held = makeMessage({
    conversationId: conversation.id,
    direction: 'outbound',
    body,
    status: 'scheduled',
    scheduledAt: new Date(Date.now() + 20_000).toISOString(),
    sender: { id: me.id, firstName: 'Dana', lastName: 'Reed', avatar: null },
  });
  api.answer(routes.sendMessage, held);
  api.answer(routes.cancelMessage, { ...held, status: 'canceled' });
  await user.type(await field(), `${body}{Enter}`);
  return held;
}

const bubbles = (text: string) => screen.queryAllByText(text, { selector: '[role="log"] *' });

test('staff who impersonate someone have nothing to write in', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  open({ user: makeUser({ impersonation: { id: makeId(), accountId: makeId(), expiresAt: inAnHour } }) });
  expect(await screen.findByText("You're impersonating someone, so you can't text.")).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Text to Ana' })).toBeNull();
});

describe('sending', () => {
  test('Enter sends once, with its own key; Shift+Enter makes a line', async () => {
    const { user, api, inbox, conversation } = open();
    await user.type(await field(), 'Hello{Shift>}{Enter}{/Shift}there{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    const [sent] = api.asked(routes.sendMessage);
    expect(sent?.body).toEqual({
      conversationId: conversation.id,
      body: 'Hello\nthere',
      lastSeenMessageId: inbox.messages[0]?.id,
      undoSeconds: 0,
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect((await field()).value).toBe('');
  });

  test('one that crosses an answer of a colleague asks once, and again after a reload', async () => {
    const { user, api, inbox, conversation, unmount } = open();
    const [seen] = inbox.messages;
    const answer = makeMessage({
      conversationId: conversation.id,
      direction: 'outbound',
      body: 'I took care of it',
      status: 'delivered',
      sender: { id: makeId(), firstName: 'Ben', lastName: 'Ito', avatar: null },
      createdAt: new Date(Date.now() - 5000).toISOString(),
    });
    api.answer(routes.sendMessage, ({ body }) =>
      body.evenIfCrossed
        ? makeMessage({ conversationId: conversation.id, direction: 'outbound', body: body.body })
        : new Refusal('crossed', undefined, { message: answer }),
    );
    await user.type(await field(), 'On it{Enter}');
    const question = /^Ben answered \d+ seconds? ago: “I took care of it”. Send yours anyway\?$/;
    await screen.findByText(question);
    await user.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect((await field()).value).toBe('On it');
    expect(screen.queryByText(question)).toBeNull();

    await user.type(await field(), '{Enter}');
    await screen.findByText(question);
    unmount();
    renderApp(`/dashboard/messages/${conversation.id}`, { api });
    await screen.findByText(question);
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    const sent = api.asked(routes.sendMessage);
    expect(sent.map(({ body }) => [body.lastSeenMessageId, body.evenIfCrossed])).toEqual([
      [seen?.id, undefined],
      [seen?.id, undefined],
      [seen?.id, true],
    ]);
    const [, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(third).toBe(second);
  });

  test('shows the text at once, before the server answers', async () => {
    const { user, api } = open();
    api.answer(routes.sendMessage, () => new Promise(() => {}));
    await user.type(await field(), 'On my way{Enter}');
    expect(bubbles('On my way')).toHaveLength(1);
    expect(screen.getByText('Sending…')).toBeTruthy();
  });

  test('a failed one stays, and trying again uses the same key', async () => {
    const { user, api, conversation } = open();
    api.answer(routes.sendMessage, new Refusal('unavailable'));
    await user.type(await field(), 'Are you there?{Enter}');
    await screen.findByText(failures.unavailable.message);
    api.answer(routes.sendMessage, ({ body }) =>
      makeMessage({
        conversationId: conversation.id,
        direction: 'outbound',
        body: body.body,
        status: 'queued',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Queued');
    const keys = api.asked(routes.sendMessage).map((sent) => sent.headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(bubbles('Are you there?')).toHaveLength(1);
  });

  test('one that could not leave is there after a reload, and goes out with its own key', async () => {
    const { user, api, inbox, conversation, unmount } = open();
    // happy-dom has no layout, so the menu can't take the focus.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    api.answer(routes.sendMessage, () => Promise.reject(new TypeError('Failed to fetch')));
    await user.type(await field(), 'Still there?{Enter}');
    expect(await screen.findByText("Not sent. It will be sent when you're back online.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
    await user.type(await field(), 'I am{Enter}');
    const [first] = api.asked(routes.sendMessage);

    await user.click(screen.getByRole('button', { name: /, settings$/ }));
    await user.click(await screen.findByRole('button', { name: 'Sign out', hidden: true }));
    await screen.findByText(/2 texts not sent yet. Sign out again to delete what you wrote/);
    unmount();
    endSession();
    online.mockReturnValue(true);
    api.answer(routes.sendMessage, ({ body }) => {
      const message = makeMessage({
        conversationId: conversation.id,
        direction: 'outbound',
        body: body.body,
        status: 'queued',
      });
      // The thread may be loaded after the text was taken.
      inbox.messages.push(message);
      return message;
    });
    renderApp(`/dashboard/messages/${conversation.id}`, { api });
    await waitFor(() => expect(screen.getAllByText('Queued')).toHaveLength(2));
    // In the order in which they were written.
    const [again, second] = api.asked(routes.sendMessage).slice(-2);
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body.body).toBe('I am');
    expect(bubbles('Still there?')).toHaveLength(1);
  });

  test('one is tried again at once when the network comes back during a try that fails', async () => {
    const { user, api, conversation, queryClient } = open();
    api.answer(routes.sendMessage, () => Promise.reject(new TypeError('Failed to fetch')));
    await user.type(await field(), 'On my way{Enter}');
    await screen.findByRole('button', { name: 'Try again' });

    let fail = () => {};
    api.answer(
      routes.sendMessage,
      () =>
        new Promise((_, reject) => {
          fail = () => reject(new TypeError('Failed to fetch'));
        }),
    );
    act(() => void sendWaiting(queryClient));
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
    act(() => void sendWaiting(queryClient));
    api.answer(routes.sendMessage, ({ body }) =>
      makeMessage({
        conversationId: conversation.id,
        direction: 'outbound',
        body: body.body,
        status: 'queued',
      }),
    );
    fail();
    // The next try that isn't asked for comes after 15 seconds at the earliest.
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(3), { timeout: 10_000 });
    await screen.findByText('Queued');
  });

  test('one whose time passed before the server took it is left to its author', async () => {
    const me = makeUser();
    const { api, conversation, unmount } = open({ user: me });
    await field();
    unmount();
    const writtenAt = Date.now() - 30 * 60_000;
    const kept = (key: string, body: string, scheduledAt?: string) =>
      keepText(me.id, {
        key,
        address: { conversationId: conversation.id },
        userId: me.id,
        thread: conversation.id,
        body,
        media: [],
        scheduledAt,
        undoSeconds: 0,
        writtenAt,
        mayHaveLeft: false,
        failure: { text: '', kind: 'unreached' },
      });
    kept('late', 'See you at noon', new Date(Date.now() - 60_000).toISOString());
    kept('for-now', 'Hello');
    kept('in-time', 'See you tomorrow', new Date(Date.now() + 86_400_000).toISOString());
    const { user } = renderApp(`/dashboard/messages/${conversation.id}`, { api });
    expect(await screen.findByText('Not sent. Its time has passed.')).toBeTruthy();
    await waitFor(() =>
      expect(api.asked(routes.sendMessage).map(({ body }) => body.body)).toEqual([
        'Hello',
        'See you tomorrow',
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(async () => expect((await field()).value).toBe('See you at noon'));
    expect(screen.queryByText('Not sent. Its time has passed.')).toBeNull();
  });

  test('one that the server refused can be changed; one whose fate is unknown can not', async () => {
    const { user, api } = open();
    api.answer(routes.sendMessage, new Refusal('unavailable'));
    await user.type(await field(), 'First{Enter}');
    await screen.findByText(failures.unavailable.message);
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    api.answer(routes.sendMessage, new Refusal('no_texts_left'));
    await user.type(await field(), 'Second{Enter}');
    await screen.findByText(failures.no_texts_left.message);
    await user.type(await field(), 'third');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect((await field()).value).toBe('Second\nthird');
    expect(screen.queryByText(failures.no_texts_left.message)).toBeNull();
  });

  test('of two equal texts each is known again by its own key', async () => {
    const { user, api, live, conversation, me } = open();
    api.answer(routes.sendMessage, () => new Promise(() => {}));
    await live.connected();
    await user.type(await field(), 'Hello?{Enter}Hello?{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
    expect(bubbles('Hello?')).toHaveLength(2);
    const sender = { id: me.id, firstName: 'Dana', lastName: 'Reed', avatar: null };
    const ours = { conversationId: conversation.id, direction: 'outbound' as const, body: 'Hello?', sender };
    // From another browser of the same person: it is neither of the two.
    live.emit({
      type: 'message.created',
      message: makeMessage({ ...ours, status: 'queued', clientKey: 'another' }),
    });
    await waitFor(() => expect(bubbles('Hello?')).toHaveLength(3));
    const key = api.asked(routes.sendMessage)[1]?.headers.get('idempotency-key') ?? '';
    live.emit({
      type: 'message.created',
      message: makeMessage({ ...ours, status: 'delivered', clientKey: key }),
    });
    await screen.findByText('Delivered');
    expect(bubbles('Hello?')).toHaveLength(3);
    expect(screen.getAllByText('Sending…')).toHaveLength(1);
  });

  test('undo takes it out of the thread and puts the words back', async () => {
    const view = open({ user: makeUser({ undoSeconds: 20 }) });
    const { user, api } = view;
    const held = await send(view);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await field()).value).toBe('Wrong person'));
    expect(bubbles('Wrong person')).toHaveLength(0);
    expect(api.asked(routes.sendMessage)[0]?.body.undoSeconds).toBe(20);
    expect(api.asked(routes.cancelMessage)[0]?.params.id).toBe(held.id);
  });

  test('the key that undoes takes back the text that was just sent', async () => {
    const view = open({ user: makeUser({ undoSeconds: 20 }) });
    const { user, api } = view;
    await send(view);
    await screen.findByRole('button', { name: 'Undo' });
    await user.keyboard('{Escape}zz');
    await waitFor(async () => expect((await field()).value).toBe('Wrong person'));
    expect(api.asked(routes.cancelMessage)).toHaveLength(1);
  });

  test('the key takes back nothing that the button has taken back already', async () => {
    const view = open({ user: makeUser({ undoSeconds: 20 }) });
    const { user, api } = view;
    await send(view);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await field()).value).toBe('Wrong person'));
    await user.keyboard('{Escape}z');
    expect(api.asked(routes.cancelMessage)).toHaveLength(1);
    expect((await field()).value).toBe('Wrong person');
  });

  test('undo of the last text that was paid for keeps its words, which can be copied', async () => {
    const view = open({ user: makeUser({ undoSeconds: 20 }) });
    const { user, api, queryClient } = view;
    const loadSendability = () =>
      act(() => queryClient.invalidateQueries({ queryKey: keyOf(routes.getSendability) }));
    await send(view, 'Are you free on Thursday?');
    const canNot = { canTextNow: false, numberChange: null, nextSendAt: null, timezone: null };
    api.answer(routes.getSendability, { ...canNot, reasons: ['no_texts_left'] });
    await user.type(await field(), 'PS');
    await loadSendability();
    await screen.findByText('You have no texts left.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const unsent = await screen.findByText('Not sent');
    expect(unsent.parentElement?.textContent).toContain('Are you free on Thursday?\nPS');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Are you free on Thursday?\nPS');
    api.answer(routes.getSendability, { ...canNot, canTextNow: true, reasons: [] });
    await loadSendability();
    expect((await field()).value).toBe('Are you free on Thursday?\nPS');
  });
});

test('asks again within seconds whether they can be texted, if no answer came', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { api } = open();
    api.answer(routes.getSendability, new Refusal('unavailable'));
    await waitFor(() => expect(api.asked(routes.getSendability)).toHaveLength(1));
    await field();
    const canNot = { canTextNow: false, numberChange: null, nextSendAt: null, timezone: null };
    api.answer(routes.getSendability, { ...canNot, reasons: ['number_not_registered'] });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await screen.findByText(/once your company is registered/);
  } finally {
    vi.useRealTimers();
  }
});

describe('writing', () => {
  test('counts segments and names the character that shortens them', async () => {
    const { user } = open();
    await user.type(await field(), 'Hello');
    expect(screen.getByText(/155 left in this text$/)).toBeTruthy();
    await user.type(await field(), '…');
    expect(screen.getByText(/With “…”:/)).toBeTruthy();
    expect(screen.getByText(/64 left in this text$/)).toBeTruthy();
  });

  test('the draft is kept for this conversation', async () => {
    const first = open();
    await first.user.type(await field(), 'Half a thought');
    const { conversation } = first;
    await first.router.navigate({ to: '/dashboard/messages' });
    await waitFor(() => expect(screen.queryByLabelText('Text to Ana')).toBeNull());
    await first.router.navigate({
      to: '/dashboard/messages/$conversationId',
      params: { conversationId: conversation.id },
    });
    expect((await field()).value).toBe('Half a thought');
  });

  test('the first text can start with who writes and how to stop', async () => {
    const { user } = open({ messages: [] });
    const input = await field();
    await user.click(await screen.findByRole('button', { name: /^Start with/ }));
    expect(input.value).toBe('Hi Ana, this is Dana from Acme Staffing.  Reply STOP to opt out.');
    await user.keyboard('Any time on Thursday?');
    expect(input.value).toBe(
      'Hi Ana, this is Dana from Acme Staffing. Any time on Thursday? Reply STOP to opt out.',
    );
  });

  test('an emoji lands where the caret is', async () => {
    const { user } = open();
    await user.type(await field(), 'Welcome');
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await user.type(await screen.findByLabelText('Search emoji'), 'trophy{Enter}');
    await waitFor(async () => expect((await field()).value).toBe('Welcome🏆'));
  });

  const picture = (name = 'image.png') => new File(['x'], name, { type: 'image/png' });
  const transferOf = (words: string, files: File[]) => ({
    files,
    types: [...(words ? ['text/plain'] : []), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type: string) => (type === 'text/plain' ? words : ''),
  });
  /** Whether the browser is left to insert the words. */
  const paste = async (words: string, files: File[]) =>
    fireEvent.paste(await field(), { clipboardData: transferOf(words, files) });
  const pictureNames = () =>
    screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));

  test('what is pasted from Excel or Word is words, and a copied picture is a picture', async () => {
    answerUploads(422, {});
    open();
    expect(await paste('Name\tDay\nAna\tMonday', [picture()])).toBe(true);
    expect(pictureNames()).toEqual([]);
    expect(await paste('', [picture()])).toBe(false);
    // Some systems paste the names of copied files as text.
    expect(await paste('desk.png', [picture('desk.png')])).toBe(false);
    expect(pictureNames()).toEqual(['Remove image.png', 'Remove desk.png']);
  });

  test('words that are dropped beside the field land in it', async () => {
    const { user } = open();
    const input = await field();
    await user.type(input, 'See you ');
    const dataTransfer = transferOf('on Monday', []);
    fireEvent.drop(screen.getByRole('button', { name: 'Send' }), { dataTransfer });
    expect(input.value).toBe('See you on Monday');
    // In the field, the browser inserts them where they are dropped.
    expect(fireEvent.drop(input, { dataTransfer })).toBe(true);
  });

  test('more pictures than a text can have are named, never left out in silence', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    answerUploads(422, {});
    const { user } = open();
    await paste(
      '',
      Array.from({ length: 8 }, () => picture()),
    );
    await paste(
      '',
      Array.from({ length: 4 }, () => picture()),
    );
    expect(pictureNames()).toHaveLength(10);
    expect(await screen.findByText('You can attach 10 pictures at most.')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Remove image.png' })[0] as HTMLElement);
    expect(revoked).toHaveBeenCalledTimes(1);
  });

  test('a picture is still there after looking elsewhere', async () => {
    answerUploads(422, {});
    const { router, conversation } = open();
    await field();
    await paste('', [picture()]);
    await act(() => router.navigate({ to: '/dashboard/candidates' }));
    await waitFor(() => expect(screen.queryByLabelText('Text to Ana')).toBeNull());
    await act(() => router.navigate({ to: `/dashboard/messages/${conversation.id}` }));
    await field();
    expect(pictureNames()).toHaveLength(1);
  });

  test('a file that is not a picture is refused with the reason', async () => {
    const { user } = open();
    await field();
    await user.upload(
      screen.getByLabelText('Pictures'),
      new File(['x'], 'cv.pdf', { type: 'application/pdf' }),
    );
    expect(await screen.findByText('cv.pdf: You can send JPEG, PNG and GIF pictures only.')).toBeTruthy();
  });

  test.each(['pictures_unsent', 'uploads_used_up', 'plan_required'] as const)(
    'a picture that the server refuses shows why: %s',
    async (code) => {
      const { message, status } = failures[code];
      answerUploads(status, { code, message, requestId: makeId() });
      const { user } = open();
      await field();
      await user.upload(
        screen.getByLabelText('Pictures'),
        new File(['x'], 'desk.png', { type: 'image/png' }),
      );
      expect(await screen.findByText(`desk.png: ${message}`)).toBeTruthy();
    },
  );
});

describe('what stops a text', () => {
  test('quiet hours offer the next moment', async () => {
    const { user, api } = open();
    // Eight o'clock in Chicago, nine in New York.
    const nextSendAt = '2030-01-02T14:00:00.000Z';
    api.answer(routes.getSendability, {
      canTextNow: false,
      reasons: ['quiet_hours'],
      numberChange: null,
      nextSendAt,
      timezone: 'America/Chicago',
    });
    const button = await screen.findByRole('button', { name: /^Send at 8:00 AM .*their time$/ });
    await user.type(await field(), 'Good morning');
    await user.click(button);
    await waitFor(() =>
      expect(api.asked(routes.sendMessage)[0]?.body).toMatchObject({
        scheduledAt: nextSendAt,
        cancelIfAnswered: false,
      }),
    );
  });

  test('a text can be scheduled by their clock, with the keyboard, too', async () => {
    const { user, api } = open();
    api.answer(routes.getSendability, {
      canTextNow: true,
      reasons: [],
      numberChange: null,
      nextSendAt: null,
      timezone: 'America/Chicago',
    });
    await user.type(await field(), 'Good morning');
    await user.click(screen.getByRole('button', { name: 'Schedule text' }));
    const tomorrow = await screen.findByText('Tomorrow 9:00 AM their time');
    // Around midnight, their tomorrow is our today.
    expect(tomorrow.textContent).toMatch(/(Today|Tomorrow) 10:00 AM your time/);
    await user.click(tomorrow);
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    const { scheduledAt = '', ...sent } = api.asked(routes.sendMessage)[0]?.body ?? {};
    expect(sent).toMatchObject({ body: 'Good morning', cancelIfAnswered: true });
    expect(fieldOf(scheduledAt, 'America/Chicago')).toMatch(/T09:00$/);
    await user.type(await field(), 'And later{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await user.click(await screen.findByText('Pick a date and time'));
    const dialog = await screen.findByRole('dialog', { name: 'Send later' });
    const time = within(dialog).getByLabelText('Date and time, their time');
    fireEvent.change(time, { target: { value: '2020-01-01T10:00' } });
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await within(dialog).findByText('Choose a time in the future');
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    fireEvent.change(time, { target: { value: `${day}T10:00` } });
    await user.click(within(dialog).getByLabelText('Cancel it if they answer first'));
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
    const second = api.asked(routes.sendMessage)[1]?.body;
    expect(second).toMatchObject({ body: 'And later', cancelIfAnswered: false });
    expect(fieldOf(second?.scheduledAt ?? null, 'America/Chicago')).toBe(`${day}T10:00`);
  });

  test('without a number it leads to one', async () => {
    const { api } = open();
    api.answer(routes.getSendability, {
      canTextNow: false,
      reasons: ['no_number'],
      numberChange: null,
      nextSendAt: null,
      timezone: null,
    });
    const link = await screen.findByRole('link', { name: 'Get a number' });
    expect(link.getAttribute('href')).toBe('/dashboard/get-number');
    expect(screen.queryByLabelText('Text to Ana')).toBeNull();
  });

  test('while a landline is on its way it leads to the next step', async () => {
    const user = makeUser();
    const metadata = { linkStatus: 'linking' as const, linkRejection: null, isLandline: true };
    const { api } = open({ user: { ...user, seat: user.seat && { ...user.seat, metadata } } });
    api.answer(routes.getSendability, {
      canTextNow: false,
      reasons: ['no_number'],
      numberChange: null,
      nextSendAt: null,
      timezone: null,
    });
    const link = await screen.findByRole('link', { name: 'See the next step' });
    expect(link.getAttribute('href')).toBe('/dashboard/get-number');
  });
});

test('asks for the consent that is missing, and says when it has', async () => {
  const { user, api, conversation } = open();
  const lacking = {
    canTextNow: false,
    reasons: ['no_consent' as const],
    numberChange: null,
    nextSendAt: null,
    timezone: null,
  };
  const body = 'May we text you? Reply YES.';
  api.answer(routes.getSendability, { ...lacking, consentRequest: { askedAt: null, canAsk: true, body } });
  const button = await screen.findByRole('button', { name: 'Ask for consent' });
  expect(screen.getByText(`“${body}”`)).toBeTruthy();
  expect(screen.queryByLabelText('Text to Ana')).toBeNull();
  api.answer(
    routes.askConsent,
    makeMessage({ conversationId: conversation.id, direction: 'outbound', body }),
  );
  api.answer(routes.getSendability, {
    ...lacking,
    consentRequest: { askedAt: '2026-11-20T15:00:00.000Z', canAsk: false, body },
  });
  await user.click(button);
  expect(await screen.findByText(/You asked on Nov 20/)).toBeTruthy();
  expect(api.asked(routes.askConsent)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Ask for consent' })).toBeNull();
});

test('asks once before the first text to a number that someone else changed', async () => {
  const { user, api } = open();
  api.answer(routes.getSendability, {
    canTextNow: false,
    reasons: ['number_changed'],
    numberChange: NUMBER_CHANGE,
    nextSendAt: null,
    timezone: null,
  });
  await screen.findByText(
    "Ana's number was changed on March 03, 2026 by Marcus Webb, from (415) 555-0110 to (415) 555-0199. Send to the new number?",
  );
  expect(screen.queryByLabelText('Text to Ana')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Text the new number' }));
  await user.type(await field(), 'Hi');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(api.asked(routes.sendMessage)[0]?.body.confirmedNumber).toBe('+14155550199'));
});

test('a half-typed attribute is marked instead of sent', async () => {
  const { user, api } = open();
  const text = await field();
  fireEvent.change(text, { target: { value: 'Hi {candidate.firstName}, hello :}' } });
  await user.type(text, '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Finish or remove {candidate\.firstName} \(character 4\)/,
  );
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('{candidate.firstName}');
  expect(api.asked(routes.sendMessage)).toHaveLength(0);
});

test('to a landline, the composer warns and lets you try', async () => {
  const { user, api } = open();
  api.answer(routes.getSendability, {
    canTextNow: false,
    reasons: ['not_textable'],
    numberChange: null,
    nextSendAt: null,
    timezone: null,
  });
  await screen.findByText(/It may be a landline/);
  expect(screen.queryByLabelText('Text to Ana')).toBeNull();
  expect(screen.getByRole('link', { name: 'change their number' }).getAttribute('href')).toMatch(
    /^\/dashboard\/candidates\?search=/,
  );
  await user.click(screen.getByRole('button', { name: 'Text anyway' }));
  expect(document.activeElement).toBe(await field());
});

describe('a number that waits for its registration', () => {
  const waiting = {
    canTextNow: false,
    reasons: ['number_not_registered' as const],
    numberChange: null,
    nextSendAt: null,
    timezone: null,
  };

  test('leads an admin to it', async () => {
    const { api } = open({ user: makeUser() });
    api.answer(routes.getSendability, waiting);
    const link = await screen.findByRole('link', { name: 'Register' });
    expect(link.getAttribute('href')).toBe('/dashboard/account/registration');
  });

  test('shows others whom to ask', async () => {
    const { api } = open({ user: makeUser({ userType: 'member' }) });
    api.answer(routes.getSendability, waiting);
    expect(
      await screen.findByText(
        'You can text once your company is registered with the carriers. Ask Dana Reed.',
      ),
    ).toBeTruthy();
  });
});

describe('texts that an admin has to buy or pay for', () => {
  const cases = [
    ['no_texts_left', 'Buy texts', 'You have no texts left. Ask Dana Reed.'],
    [
      'payment_overdue',
      'Go to Billing',
      "A payment for your plan is overdue, so you can't text. Ask Dana Reed.",
    ],
  ] as const;

  test.each(cases)(
    '%s leads an admin to Billing, and shows others whom to ask',
    async (reason, link, words) => {
      const waiting = {
        canTextNow: false,
        reasons: [reason],
        numberChange: null,
        nextSendAt: null,
        timezone: null,
      };
      const admin = open({ user: makeUser() });
      admin.api.answer(routes.getSendability, waiting);
      const found = await screen.findByRole('link', { name: link });
      expect(found.getAttribute('href')).toBe('/dashboard/billing');
      cleanup();
      const member = open({ user: makeUser({ userType: 'member' }) });
      member.api.answer(routes.getSendability, waiting);
      expect(await screen.findByText(words)).toBeTruthy();
    },
  );
});
