import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { KeptDraft } from '../../../../contract/kept-drafts.ts';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeConversation, makeId, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

beforeEach(() => localStorage.clear());

const nothing: KeptDraft = { body: '', mediaIds: [], media: [], version: 0, updatedAt: null };

/** With a server that keeps drafts as ours does. */
function open(initial: Partial<KeptDraft> = {}) {
  const me = makeUser();
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: [makeMessage({ conversationId: conversation.id })],
    user: me,
  });
  const server = { draft: { ...nothing, ...initial } };
  inbox.api.answer(routes.getKeptDraft, () => server.draft);
  inbox.api.answer(routes.saveKeptDraft, ({ body: { baseVersion, ...content } }) => {
    if (baseVersion !== undefined && baseVersion !== server.draft.version)
      return new Refusal('draft_changed', undefined, { current: server.draft });
    server.draft = { ...server.draft, ...content, version: server.draft.version + 1 };
    return server.draft;
  });
  const put = (changed: Partial<KeptDraft>) => {
    server.draft = { ...server.draft, ...changed, version: server.draft.version + 1 };
  };
  return {
    ...inbox,
    conversation,
    me,
    server,
    /** On another device. */
    writesElsewhere(body: string) {
      put({ body });
      act(() =>
        inbox.live.emit({
          type: 'keptDraft.updated',
          conversationId: conversation.id,
          version: server.draft.version,
        }),
      );
    },
    put,
    ...renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api }),
  };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
const saves = ({ api }: ReturnType<typeof open>) => api.asked(routes.saveKeptDraft).map(({ body }) => body);
const asked = ({ api }: ReturnType<typeof open>) => api.asked(routes.getKeptDraft).length;
const SLOW = { timeout: 4000 };

test('what is typed is kept after a pause, once', async () => {
  const page = open();
  await page.user.type(await field(), 'Half a thought');
  await waitFor(
    () => expect(saves(page)).toEqual([{ body: 'Half a thought', mediaIds: [], baseVersion: 0 }]),
    SLOW,
  );
  await page.user.type(await field(), ' more');
  await waitFor(
    () => expect(saves(page)[1]).toEqual({ body: 'Half a thought more', mediaIds: [], baseVersion: 1 }),
    SLOW,
  );
});

test('what was written on another device is there, with its pictures, and typed on', async () => {
  const id = makeId();
  const page = open({
    body: 'From my phone',
    version: 3,
    mediaIds: [id],
    media: [{ id, contentType: 'image/png', bytes: 10, status: 'stored', url: 'http://localhost/a.png' }],
  });
  const text = await field();
  await waitFor(() => expect(text.value).toBe('From my phone'));
  expect(screen.getByRole('button', { name: /Remove/ })).toBeTruthy();
  await page.user.type(text, '!');
  await waitFor(
    () => expect(saves(page)).toEqual([{ body: 'From my phone!', mediaIds: [id], baseVersion: 3 }]),
    SLOW,
  );
});

test('what another device writes appears while the field here is as it was kept', async () => {
  const page = open();
  await page.live.connected();
  const text = await field();
  await waitFor(() => expect(asked(page)).toBe(1));
  page.writesElsewhere('On my phone');
  await waitFor(() => expect(text.value).toBe('On my phone'));
  page.writesElsewhere('On my phone, more');
  await waitFor(() => expect(text.value).toBe('On my phone, more'));
  expect(saves(page)).toEqual([]);
});

test('what is typed here and not kept yet is never replaced, and goes on top', async () => {
  const page = open();
  await page.live.connected();
  const text = await field();
  await waitFor(() => expect(asked(page)).toBe(1));
  await page.user.type(text, 'Typed here');
  page.writesElsewhere('Typed there');
  await waitFor(() => expect(page.server.draft.body).toBe('Typed here'), SLOW);
  expect(text.value).toBe('Typed here');
  expect(page.server.draft.version).toBe(2);
});

test('a stale save keeps what is here and is tried on top of the newer version', async () => {
  const page = open();
  const text = await field();
  await waitFor(() => expect(asked(page)).toBe(1));
  // The event of it gets lost.
  page.put({ body: 'Typed there' });
  await page.user.type(text, 'Typed here');
  await waitFor(() => expect(page.server.draft).toMatchObject({ body: 'Typed here', version: 2 }), SLOW);
  expect(text.value).toBe('Typed here');
  expect(saves(page).map(({ baseVersion }) => baseVersion)).toEqual([0, 1]);
});

function answerSend(page: ReturnType<typeof open>, gate: Promise<void> = Promise.resolve()) {
  page.api.answer(routes.sendMessage, async ({ body, headers }) => {
    await gate;
    page.put({ body: '', mediaIds: [] });
    return makeMessage({
      conversationId: page.conversation.id,
      direction: 'outbound',
      body: body.body,
      status: 'queued',
      clientKey: headers.get('idempotency-key'),
      sender: { id: page.me.id, firstName: 'Dana', lastName: 'Reed', avatar: null },
      createdAt: new Date().toISOString(),
    });
  });
}

test('a text that was sent does not come back, though it was being kept just then', async () => {
  const page = open();
  const text = await field();
  const gate = Promise.withResolvers<void>();
  let kept = false;
  page.api.answer(routes.saveKeptDraft, async ({ body }) => {
    if (!kept) {
      kept = true;
      await gate.promise;
      page.put({ body: body.body });
      return page.server.draft;
    }
    if (body.baseVersion !== page.server.draft.version)
      return new Refusal('draft_changed', undefined, { current: page.server.draft });
    page.put({ body: body.body });
    return page.server.draft;
  });
  answerSend(page);
  await page.user.type(text, 'Hello there');
  await waitFor(() => expect(saves(page)).toHaveLength(1), SLOW);
  await page.user.type(text, '{Enter}');
  await waitFor(() => expect(page.api.asked(routes.sendMessage)).toHaveLength(1));
  // Late, so that it's kept after the text has emptied the draft.
  gate.resolve();
  await waitFor(() => expect(page.server.draft.body).toBe(''), SLOW);
  await waitFor(() => expect(text.value).toBe(''));
});

test('what is typed while a text is on its way stays, and is kept', async () => {
  const page = open();
  const text = await field();
  const gate = Promise.withResolvers<void>();
  answerSend(page, gate.promise);
  await page.user.type(text, 'First{Enter}');
  await page.user.type(text, 'Second');
  await waitFor(() => expect(page.server.draft.body).toBe('Second'), SLOW);
  // The first text, accepted late, empties the draft at the server.
  gate.resolve();
  await waitFor(() => expect(page.server.draft).toMatchObject({ body: 'Second', version: 3 }), SLOW);
  expect(text.value).toBe('Second');
});

test('it is kept when the page is left', async () => {
  const page = open();
  const text = await field();
  await waitFor(() => expect(asked(page)).toBe(1));
  await page.user.type(text, 'Off to lunch');
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(page.server.draft.body).toBe('Off to lunch'), { timeout: 500 });
  hidden.mockRestore();
});
