import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeConversationCandidate,
  makeId,
  makeMessage,
  makeUser,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const me = makeUser();
const sender = { id: me.id, firstName: me.firstName, lastName: me.lastName, avatar: null };

function open(messages: Partial<Message>[], over: Partial<Conversation> = {}) {
  const conversation = makeConversation(over);
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: messages.map((message) => makeMessage({ ...message, conversationId: conversation.id })),
    user: me,
  });
  return {
    ...inbox,
    conversation,
    ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }),
  };
}

const log = () => screen.findByRole('log');
const bubbles = (text: string) => screen.queryAllByText(text, { selector: '[role="log"] *' });

describe('the thread', () => {
  test('runs from old to new, by days of the person’s own timezone', async () => {
    open([
      { body: 'second', createdAt: '2020-03-02T04:30:00.000Z' },
      { body: 'first', createdAt: '2020-03-01T23:00:00.000Z' },
      { body: 'before', createdAt: '2020-02-29T23:00:00.000Z' },
    ]);
    const text = (await log()).textContent ?? '';
    // 04:30 UTC is still the evening before in New York.
    expect(text).toMatch(/February 29, 2020.*before.*March 1, 2020.*first.*second/s);
    expect(text).not.toContain('March 2');
  });

  test('shows why a text was canceled, and nothing of one that was undone', async () => {
    const errorText = 'Canceled because the person who wrote it left.';
    const canceled = { direction: 'outbound', status: 'canceled', sender } as const;
    open([
      { ...canceled, body: 'At nine', errorCode: 'sender_left', errorText },
      { ...canceled, body: 'Oops' },
    ]);
    await log();
    expect(bubbles('At nine')).toHaveLength(1);
    expect(screen.getByText(errorText)).toBeTruthy();
    expect(bubbles('Oops')).toHaveLength(0);
  });

  test('shows what a reply was read as, in the reader’s time', async () => {
    const interview = { interviewId: 'i', title: 'Screening', startsAt: '2099-03-03T15:00:00.000Z' };
    open([
      { body: 'R', answer: { kind: 'rescheduleRequested', ...interview } },
      { body: 'C', answer: { kind: 'confirmed', ...interview } },
      { body: 'Hello' },
    ]);
    await log();
    const when = 'Screening, Tuesday, Mar 3, 2099, 10:00 AM';
    expect(screen.getAllByText(/^Read as: /).map((line) => line.textContent)).toEqual([
      `Read as: confirmed ${when}`,
      `Read as: asked for another time for ${when}`,
    ]);
  });

  test('names the software that sent a text', async () => {
    const sent = { direction: 'outbound', status: 'delivered', sender } as const;
    open([
      { ...sent, body: 'b', via: { id: 'k', name: 'Payroll' } },
      { direction: 'inbound', body: 'Hello' },
      { ...sent, body: 'a', via: { id: 'gone', name: null } },
    ]);
    await log();
    expect(screen.getAllByText(/^via /).map((words) => words.textContent)).toEqual([
      'via the API',
      'via Payroll',
    ]);
  });

  test('shows what became of each own text, with the reason', async () => {
    open([
      { direction: 'outbound', body: 'c', status: 'delivered', sender },
      { direction: 'outbound', body: 'b', status: 'unknown', sender },
      {
        direction: 'outbound',
        body: 'a',
        status: 'failed',
        errorText: "This number can't receive texts.",
        sender,
      },
    ]);
    await log();
    for (const label of ["This number can't receive texts.", 'Not confirmed yet', 'Delivered']) {
      expect(screen.getByText(label)).toBeTruthy();
    }
  });

  test('of one that failed lets you try again where that can help, once, and copy it', async () => {
    const failed = (errorCode: string) => ({
      direction: 'outbound' as const,
      status: 'failed' as const,
      body: errorCode,
      errorCode,
      errorText: `Because of ${errorCode}.`,
      sender,
    });
    const { user, api, inbox } = open([failed('not_textable'), failed('filtered'), failed('carrier_busy')]);
    api.answer(routes.sendMessage, ({ body, headers }) =>
      makeMessage({
        conversationId: inbox.conversations[0]?.id ?? '',
        direction: 'outbound',
        body: body.body,
        status: 'queued',
        sender,
        clientKey: headers.get('idempotency-key'),
        createdAt: new Date().toISOString(),
      }),
    );
    await log();
    expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(3);
    await user.dblClick(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Queued');
    expect(screen.getByText('Sent again')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    const newest = inbox.messages.at(0)?.id;
    expect(api.asked(routes.sendMessage).map(({ body }) => [body.body, body.lastSeenMessageId])).toEqual([
      ['carrier_busy', newest],
    ]);
    await user.click(screen.getByRole('button', { name: 'Edit and send' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text to Ana').value).toBe('filtered');
  });

  test('of one that failed the pictures are sent again too', async () => {
    const picture = (id: string) => ({
      id: `00000000-0000-4000-8000-00000000${id}`,
      contentType: 'image/png',
      bytes: 9,
      url: `http://localhost/media/${id}`,
    });
    const [spent, copy] = [picture('aaaa'), picture('bbbb')];
    const { user, api } = open([
      {
        direction: 'outbound',
        status: 'failed',
        body: '',
        media: [{ ...spent, status: 'stored' }],
        errorCode: 'carrier_busy',
        sender,
      },
    ]);
    api.answer(routes.sendMessage, () => makeMessage());
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      String(url).endsWith('/media/aaaa') ? Promise.resolve(new Response('png')) : api.handle(url, init),
    );
    const sent: File[] = [];
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        readonly status = 200;
        readonly responseText = JSON.stringify(copy);
        readonly upload = {};
        onload = () => {};
        open() {}
        setRequestHeader() {}
        send(form: FormData) {
          sent.push(form.get('file') as File);
          setTimeout(() => this.onload());
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(api.asked(routes.sendMessage)[0]?.body.mediaIds).toEqual([copy.id]);
    expect(sent.map(({ type, size }) => [type, size])).toEqual([['image/png', 3]]);
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  test('shows calls: how they ended and how long they were, with the recording', async () => {
    open(
      [
        {
          body: '',
          call: { outcome: 'voicemail', seconds: 83 },
          media: [
            {
              id: '00000000-0000-4000-8000-00000000aaaa',
              contentType: 'audio/mpeg',
              bytes: 9000,
              status: 'stored',
              url: 'http://localhost/media/voicemail',
            },
          ],
          createdAt: '2026-11-20T15:20:00.000Z',
        },
        { body: '', call: { outcome: 'missed', seconds: null }, createdAt: '2026-11-20T15:10:00.000Z' },
        { body: '', call: { outcome: 'answered', seconds: 200 }, createdAt: '2026-11-20T15:05:00.000Z' },
      ],
      { seat: { id: me.seat?.id ?? '' } },
    );
    const text = (await log()).textContent ?? '';
    expect(text).toMatch(/Call answered on your phone, 3 min.*Missed call.*Voicemail 1:23/s);
    expect(screen.getByLabelText('Voicemail').getAttribute('src')).toContain('/media/voicemail');
    fireEvent.error(screen.getByLabelText('Voicemail'));
    expect((await log()).textContent).toContain("We couldn't play the recording.");
  });

  test('about another person’s call does not claim that it rang here', async () => {
    open([{ body: '', call: { outcome: 'answered', seconds: 40 } }]);
    expect((await log()).textContent).toContain('Call answered, 40 sec');
  });

  test('a caller who was not answered can be texted back', async () => {
    const { user, live, conversation } = open([{ body: '', call: { outcome: 'missed', seconds: null } }]);
    await user.click(await screen.findByRole('button', { name: 'Text back' }));
    expect(document.activeElement).toBe(await screen.findByLabelText('Text to Ana'));
    await live.connected();
    live.emit({
      type: 'message.created',
      message: makeMessage({
        conversationId: conversation.id,
        direction: 'outbound',
        body: 'Sorry I missed you',
        status: 'queued',
        sender,
        createdAt: '2026-11-20T15:30:00.000Z',
      }),
    });
    await waitFor(() => expect(bubbles('Sorry I missed you')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Text back' })).toBeNull();
  });

  test('a caller who opted out can not be texted back', async () => {
    open([{ body: '', call: { outcome: 'missed', seconds: null } }], {
      can: { send: false, archive: true, assign: true, reviewHold: false },
    });
    expect((await log()).textContent).toContain('Missed call');
    expect(screen.queryByRole('button', { name: 'Text back' })).toBeNull();
  });

  test('names a colleague, and never the person themselves', async () => {
    open([
      {
        direction: 'outbound',
        body: 'mine',
        status: 'delivered',
        sender,
        createdAt: '2026-11-20T15:10:00.000Z',
      },
      {
        direction: 'outbound',
        body: 'theirs',
        status: 'delivered',
        sender: {
          id: '00000000-0000-4000-8000-00000000ffff',
          firstName: 'Sam',
          lastName: 'Ortiz',
          avatar: null,
        },
      },
    ]);
    expect((await log()).textContent).toContain('Sam Ortiz');
    expect((await log()).textContent).not.toContain('Dana Reed');
  });

  test('shows pictures, those on their way, and those kept out', async () => {
    const media = (status: 'stored' | 'pending' | 'refused', number: number) => ({
      id: `00000000-0000-4000-8000-00000000000${number}`,
      contentType: 'image/png',
      bytes: null,
      status,
      url: status === 'stored' ? '/media/x' : null,
    });
    const { user } = open([{ media: [media('stored', 1), media('pending', 2), media('refused', 3)] }]);
    await log();
    expect(screen.getByText('Attachment on its way…')).toBeTruthy();
    expect(screen.getByText(/Attachment blocked/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show picture larger' }));
    expect(await screen.findByRole('dialog', { name: 'Picture' })).toBeTruthy();
  });

  test('a picture is looked at among all of the thread, by keys, and left where it was', async () => {
    const picture = (name: string, createdAt: string) => ({
      body: '',
      createdAt,
      media: [
        {
          id: makeId(),
          contentType: 'image/png',
          bytes: 9,
          status: 'stored' as const,
          url: `http://localhost/media/${name}`,
        },
      ],
    });
    const { user } = open([
      picture('new', '2026-11-20T15:00:00.000Z'),
      picture('old', '2026-11-19T15:00:00.000Z'),
    ]);
    await log();
    const button = screen.getAllByRole('button', { name: 'Show picture larger' })[1];
    if (button) await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Picture' }));
    const source = () => dialog.getByRole('img').getAttribute('src');
    expect(source()).toContain('/media/new');
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: 'Older picture' })).toHaveProperty('disabled', false),
    );
    await user.keyboard('{ArrowLeft}');
    expect(source()).toContain('/media/old');
    expect(dialog.getByRole('img').getAttribute('alt')).toBe('Received Nov 19, 2026 10:00 AM, larger');
    expect(dialog.getByRole('link', { name: 'Download picture' }).getAttribute('href')).toContain(
      '/media/old',
    );
    await user.keyboard('{ArrowLeft}{ArrowRight}+');
    expect(source()).toContain('/media/new');
    expect(dialog.getByRole('button', { name: 'Zoom out' })).toHaveProperty('disabled', false);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  test('is marked read once seen', async () => {
    const { api, conversation } = open([{ body: 'hi' }], { unreadCount: 2 });
    await waitFor(() => expect(api.asked(routes.readConversation)).toHaveLength(1));
    expect(api.asked(routes.readConversation)[0]?.params.id).toBe(conversation.id);
  });

  test('is marked again for a text that comes while the last one is being marked', async () => {
    const { api, live, conversation } = open([{ body: 'hi' }], { unreadCount: 1 });
    const marking = Promise.withResolvers<void>();
    api.answer(routes.readConversation, async () => {
      await marking.promise;
      return { ...conversation, unreadCount: 0 };
    });
    await waitFor(() => expect(api.asked(routes.readConversation)).toHaveLength(1));
    const text = makeMessage({ conversationId: conversation.id, body: 'are you there?' });
    const lastMessage = { ...text, hasMedia: false, hasContactCard: false, callOutcome: null, isHeld: false };
    live.emit({
      type: 'conversation.updated',
      conversation: { ...conversation, lastMessage, unreadCount: 2 },
    });
    marking.resolve();
    await waitFor(() => expect(api.asked(routes.readConversation)).toHaveLength(2));
  });
});

test('many scheduled texts share a clock, which is fast only for those about to go out', async () => {
  const pace = vi.spyOn(globalThis, 'setInterval');
  const inADay = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = { direction: 'outbound', sender, status: 'scheduled', scheduledAt: inADay } as const;
  open(Array.from({ length: 12 }, (_, number) => ({ ...scheduled, id: makeId(), body: `No. ${number}` })));
  expect(await screen.findAllByText(/^Scheduled for/)).toHaveLength(12);
  expect(pace.mock.calls.filter(([, ms]) => ms === 500)).toEqual([]);
  cleanup();
  const inAMoment = new Date(Date.now() + 20_000).toISOString();
  open([
    { ...scheduled, scheduledAt: inAMoment, id: makeId() },
    { ...scheduled, scheduledAt: inAMoment, id: makeId() },
  ]);
  expect(await screen.findAllByText(/^Sending in/)).toHaveLength(2);
  expect(pace.mock.calls.filter(([, ms]) => ms === 500)).toHaveLength(1);
});

test('a scheduled text shows their time, and its words and time can be changed', async () => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const scheduled = {
    id: makeId(),
    direction: 'outbound',
    status: 'scheduled',
    body: 'Are you still looking?',
    scheduledAt: `${day}T17:00:00.000Z`,
    cancelIfAnswered: true,
    sender,
  } as const;
  const { user, api, conversation } = open([scheduled]);
  api.answer(routes.getSendability, {
    canTextNow: true,
    reasons: [],
    numberChange: null,
    nextSendAt: null,
    timezone: 'America/Phoenix',
  });
  api.answer(routes.updateMessage, ({ params, body: { mediaIds: _, ...changed } }) => ({
    ...makeMessage({ ...scheduled, ...params, conversationId: conversation.id }),
    ...(JSON.parse(JSON.stringify(changed)) as Partial<Message>),
  }));
  await screen.findByText(/^Scheduled for .* 10:00 AM their time · canceled if they answer$/);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit scheduled text' }));
  await user.type(dialog.getByLabelText('Text'), ' Call me.');
  fireEvent.change(dialog.getByLabelText('Date and time, their time'), { target: { value: `${day}T11:30` } });
  await user.click(dialog.getByLabelText('Cancel it if they answer first'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Scheduled for .* 11:30 AM their time$/);
  expect(api.asked(routes.updateMessage)[0]).toMatchObject({
    params: { id: scheduled.id },
    body: {
      body: 'Are you still looking? Call me.',
      scheduledAt: `${day}T18:30:00.000Z`,
      cancelIfAnswered: false,
    },
  });
});

test('a text that waits for the end of maintenance can be taken back', async () => {
  const scheduledAt = '2026-11-20T15:00:00.000Z';
  const waiting = { id: makeId(), direction: 'outbound', sender, status: 'scheduled', scheduledAt } as const;
  const { user, api, conversation } = open([waiting]);
  api.answer(
    routes.getAccount,
    makeAccount({ maintenance: { reason: 'The carrier moves.', since: scheduledAt } }),
  );
  api.answer(routes.cancelMessage, ({ params }) =>
    makeMessage({ ...waiting, ...params, conversationId: conversation.id, status: 'canceled' }),
  );
  await screen.findByText('On hold');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.asked(routes.cancelMessage)).toHaveLength(1));
});

test('a held text says why it was not sent, and can be sent or canceled', async () => {
  const held = {
    direction: 'outbound',
    status: 'scheduled',
    scheduledAt: '2026-11-20T15:00:00.000Z',
    heldReason: 'no_texts_left',
    id: makeId(),
    body: 'Are you still looking?',
  } as const;
  const { user, api, conversation } = open([{ ...held, sender }]);
  expect(await screen.findByText('Not sent: you have no texts left')).toBeTruthy();
  expect(screen.queryByText(/^(Sending|Scheduled for)/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  api.answer(routes.sendMessageNow, ({ params }) =>
    makeMessage({
      ...held,
      ...params,
      conversationId: conversation.id,
      sender,
      status: 'queued',
      heldReason: null,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText(/^Not sent/)).toBeNull());
  expect(api.asked(routes.sendMessageNow)[0]?.params).toEqual({ id: held.id });
});

describe('a held conversation', () => {
  test('shows the words in question and continues when a person decides so', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd';
    const hold = { messageId: id, since: '2026-11-20T15:00:00.000Z', kind: 'hold' as const };
    const can = { send: false, archive: true, assign: true, reviewHold: true };
    const { user, api, conversation } = open([{ id, body: 'please stop texting me' }], { hold, can });
    api.answer(routes.reviewHold, { ...conversation, hold: null });
    const banner = await screen.findByRole('region', { name: 'To review' });
    await waitFor(() =>
      expect(banner.querySelector('blockquote')?.textContent).toBe('please stop texting me'),
    );
    expect(screen.queryByLabelText('Text to Ana')).toBeNull();
    await user.click(screen.getByRole('button', { name: "It's fine, continue" }));
    expect(await screen.findByLabelText('Text to Ana')).toBeTruthy();
    expect(api.asked(routes.reviewHold)[0]?.body).toEqual({ optOut: false, undoSeconds: 0 });
  });

  test('that was an opt-out can be undone, with z, too', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd';
    const hold = { messageId: id, since: '2026-11-20T15:00:00.000Z', kind: 'hold' as const };
    const can = { send: false, archive: true, assign: true, reviewHold: true };
    const { user, api, conversation } = open([{ id, body: 'please stop texting me' }], { hold, can });
    const consent = { status: 'optedOut' as const, changedAt: '2026-11-20T15:01:00.000Z' };
    const candidate = { ...conversation.candidate, consent };
    api.answer(routes.reviewHold, { ...conversation, candidate, hold: null });
    api.answer(routes.undoReview, conversation);
    await user.click(await screen.findByRole('button', { name: 'They opted out' }));
    await screen.findByText(/Opted out Ana/);
    expect(screen.queryByRole('region', { name: 'To review' })).toBeNull();
    expect(api.asked(routes.reviewHold)[0]?.body).toEqual({ optOut: true, undoSeconds: 10 });
    await user.keyboard('z');
    await screen.findByRole('region', { name: 'To review' });
    expect(api.asked(routes.undoReview)[0]?.params).toEqual({ id: conversation.id });
  });

  test('that only asks can be answered by typing or by one click', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd';
    const hold = { messageId: id, since: '2026-11-20T15:00:00.000Z', kind: 'ask' as const };
    const can = { send: true, archive: true, assign: true, reviewHold: true };
    const { user, api, conversation } = open([{ id, body: 'please, enough already' }], { hold, can });
    api.answer(routes.reviewHold, { ...conversation, hold: null });
    const banner = await screen.findByRole('region', { name: 'Does this mean "stop"?' });
    expect(within(banner).getByText(/Automatic texts wait until you decide or reply/)).toBeTruthy();
    expect(await screen.findByLabelText('Text to Ana')).toBeTruthy();
    await user.click(within(banner).getByRole('button', { name: 'Yes, they opted out' }));
    await waitFor(() =>
      expect(api.asked(routes.reviewHold)[0]?.body).toEqual({ optOut: true, undoSeconds: 10 }),
    );
  });
});

test('no one can write to a person who opted out', async () => {
  open([{ body: 'STOP' }], {
    candidate: makeConversationCandidate({
      consent: { status: 'optedOut', changedAt: '2026-11-20T15:00:00.000Z' },
    }),
  });
  expect(await screen.findByText(/Only they can opt back in, by texting START/)).toBeTruthy();
  expect(screen.queryByLabelText('Text to Ana')).toBeNull();
});

describe('live', () => {
  test('a new text appears without asking, and a repeated event changes nothing', async () => {
    const { live, conversation } = open([{ body: 'old' }]);
    await log();
    await live.connected();
    const message = makeMessage({
      conversationId: conversation.id,
      body: 'just now',
      createdAt: new Date().toISOString(),
    });
    live.emit({ type: 'message.created', message });
    live.emit({ type: 'message.created', message });
    await waitFor(() => expect(bubbles('just now')).toHaveLength(1));
  });

  const own = (conversation: Conversation, status: Message['status'], id: string) =>
    makeMessage({
      id,
      conversationId: conversation.id,
      direction: 'outbound',
      body: 'Hello!',
      status,
      sender,
      createdAt: new Date().toISOString(),
    });
  const id = '00000000-0000-4000-8000-00000000beef';

  test('an own text is shown once when the event comes before the answer', async () => {
    const { live, api, conversation, user } = open([{ body: 'old' }]);
    let answer: (message: Message) => void = () => {};
    api.answer(
      routes.sendMessage,
      () =>
        new Promise<Message>((resolve) => {
          answer = resolve;
        }),
    );
    await live.connected();
    await user.type(await screen.findByLabelText('Text to Ana'), 'Hello!{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    const clientKey = api.asked(routes.sendMessage)[0]?.headers.get('idempotency-key') ?? '';
    const ours = (status: Message['status']) => ({ ...own(conversation, status, id), clientKey });
    live.emit({ type: 'message.created', message: ours('queued') });
    live.emit({ type: 'message.updated', message: ours('delivered') });
    await screen.findByText('Delivered');
    expect(bubbles('Hello!')).toHaveLength(1);
    answer(ours('queued'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bubbles('Hello!')).toHaveLength(1);
    // The late answer must not turn the status back.
    expect(screen.getByText('Delivered')).toBeTruthy();
  });

  test('an own text is shown once when the answer comes before the event', async () => {
    const { live, api, conversation, user } = open([{ body: 'old' }]);
    api.answer(routes.sendMessage, own(conversation, 'queued', id));
    await live.connected();
    await user.type(await screen.findByLabelText('Text to Ana'), 'Hello!{Enter}');
    await screen.findByText('Queued');
    live.emit({ type: 'message.created', message: own(conversation, 'queued', id) });
    live.emit({ type: 'message.updated', message: own(conversation, 'sent', id) });
    await screen.findByText('Sent');
    expect(bubbles('Hello!')).toHaveLength(1);
  });

  test('a burst of events asks for each thing once', async () => {
    const { live, api, conversation } = open([{ body: 'old' }]);
    await log();
    await live.connected();
    await waitFor(() => expect(api.asked(routes.getInboxCounts).length).toBeGreaterThan(1));
    const once = [routes.getSendability, routes.getInboxCounts] as const;
    const asked = () => once.map((route) => api.asked(route).length);
    const before = asked();
    for (let text = 0; text < 30; text += 1) live.emit({ type: 'conversation.updated', conversation });
    await waitFor(() => expect(asked()).toEqual(before.map((count) => count + 1)));
    live.emit({ type: 'conversation.updated', conversation });
    await waitFor(() => expect(asked()).toEqual(before.map((count) => count + 2)));
  });

  test('a lost connection is made again and resumes where it was', async () => {
    const { live, api, conversation } = open([{ body: 'old' }]);
    await log();
    await live.connected();
    const message = makeMessage({ conversationId: conversation.id, body: 'one' });
    live.emit({ type: 'message.created', message });
    await waitFor(() => expect(bubbles('one')).toHaveLength(1));
    live.drop();
    await live.connected();
    await waitFor(() => expect(api.asked(routes.streamEvents)).toHaveLength(2));
    expect(api.asked(routes.streamEvents)[1]?.headers.get('last-event-id')).toBe('1');
    live.emit({ type: 'message.created', message: { ...message, id, body: 'two' } });
    await waitFor(() => expect(bubbles('two')).toHaveLength(1));
  });

  test('after a reset everything is loaded again', async () => {
    const { live, inbox, conversation } = open([{ body: 'old' }]);
    await log();
    await live.connected();
    inbox.messages = [makeMessage({ conversationId: conversation.id, body: 'missed' }), ...inbox.messages];
    live.emit({ type: 'reset' });
    await waitFor(() => expect(bubbles('missed')).toHaveLength(1));
  });
});
