import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Sendability } from '../../../../contract/conversations.ts';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import { makeCandidate, makeConversation, makeMessage, makeUser } from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

/** The conversation that a first text begins is there for the server once it has been taken. */
function open(sendability?: Sendability) {
  const candidate = makeCandidate();
  const conversation = makeConversation({ candidate });
  const { api, inbox } = createInboxApi({ conversations: [], user: makeUser({ undoSeconds: 20 }) });
  api.answer(routes.getCandidate, candidate);
  if (sendability) api.answer(routes.getSendabilityTo, sendability);
  const take = () =>
    api.answer(routes.sendMessage, ({ body }) => {
      inbox.conversations = [conversation];
      inbox.messages = [
        makeMessage({
          conversationId: conversation.id,
          direction: 'outbound',
          body: body.body,
          status: 'queued',
        }),
      ];
      return inbox.messages[0] as (typeof inbox.messages)[0];
    });
  take();
  const view = renderApp(`${paths.newConversation}?candidateId=${candidate.id}`, { api });
  return { ...view, candidate, conversation, take };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Maria');
const conversationPath = (id: string) => paths.conversation.replace('$conversationId', id);

test('a first text leads to the conversation that it begins', async () => {
  const { user, api, candidate, conversation, path } = open();
  await user.type(await field(), 'Hello Maria{Enter}');
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  expect(await screen.findByText('Queued')).toBeTruthy();
  expect(screen.getAllByText('Hello Maria', { selector: '[role="log"] *' })).toHaveLength(1);
  const [sent] = api.asked(routes.sendMessage);
  expect(sent?.body).toEqual({ candidateId: candidate.id, body: 'Hello Maria', undoSeconds: 20 });
});

test('the text and the caret stay while the conversation is loaded', async () => {
  const { user, api, conversation, path } = open();
  const loaded = Promise.withResolvers<void>();
  api.answer(routes.getConversation, async () => {
    await loaded.promise;
    return conversation;
  });
  const skeletons: string[] = [];
  const observer = new MutationObserver(() => {
    for (const { ariaLabel } of screen.queryAllByRole('status')) if (ariaLabel) skeletons.push(ariaLabel);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await user.type(await field(), 'Hello Maria{Enter}');
  await waitFor(() => expect(api.asked(routes.getConversation)).toHaveLength(1));
  expect(screen.getByText('Hello Maria', { selector: '[role="log"] *' })).toBeTruthy();
  await user.keyboard('And one more');
  loaded.resolve();
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  const editor = await field();
  expect(document.activeElement).toBe(editor);
  expect([editor.value, editor.selectionStart]).toEqual(['And one more', 'And one more'.length]);
  expect(screen.getByText('Hello Maria', { selector: '[role="log"] *' })).toBeTruthy();
  expect(skeletons).toEqual([]);
  observer.disconnect();
});

test('at night it offers the morning, by the clock of the candidate', async () => {
  const { user, api } = open({
    canTextNow: false,
    reasons: ['quiet_hours'],
    numberChange: null,
    nextSendAt: '2030-01-02T14:00:00.000Z',
    timezone: 'America/Chicago',
  });
  await user.type(await field(), 'Good morning');
  await user.click(await screen.findByRole('button', { name: /^Send at 8:00 AM .*their time$/ }));
  await waitFor(() =>
    expect(api.asked(routes.sendMessage)[0]?.body.scheduledAt).toBe('2030-01-02T14:00:00.000Z'),
  );
});

test.each([
  ['plan_required', 'See plans'],
  ['invoice_unpaid', 'Go to Billing'],
  ['payment_overdue', 'Go to Billing'],
  ['no_texts_left', 'Buy texts'],
  ['no_number', 'Get a number'],
  ['number_not_registered', 'Register'],
  ['not_textable', 'change their number'],
] as const)('before anything is typed it says why not, and what to do: %s', async (reason, link) => {
  open({ canTextNow: false, reasons: [reason], numberChange: null, nextSendAt: null, timezone: null });
  expect(await screen.findByRole('link', { name: link })).toBeTruthy();
  expect(screen.queryByLabelText('Text to Maria')).toBeNull();
});

test('one that failed stays, and trying again is the same text', async () => {
  const { user, api, conversation, path, take } = open();
  api.answer(routes.sendMessage, new Refusal('unavailable'));
  await user.type(await field(), 'Are you there?{Enter}');
  await screen.findByText(failures.unavailable.message);
  expect((await field()).value).toBe('');
  take();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  const keys = api.asked(routes.sendMessage).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('texts on their way and drafts continue in the conversation', async () => {
  const { user, api, conversation, path, take } = open();
  let answerFirst = () => {};
  api.answer(
    routes.sendMessage,
    () =>
      new Promise((resolve) => {
        answerFirst = () =>
          resolve(makeMessage({ conversationId: conversation.id, direction: 'outbound', body: 'One' }));
      }),
  );
  await user.type(await field(), 'One{Enter}');
  expect(await screen.findByText('Sending…')).toBeTruthy();
  api.answer(routes.sendMessage, new Refusal('unavailable'));
  await user.type(await field(), 'Two{Enter}');
  await screen.findByText(failures.unavailable.message);
  await user.type(await field(), 'Three');
  take();
  api.answer(routes.getConversation, conversation);
  answerFirst();
  await waitFor(() => expect(path()).toBe(conversationPath(conversation.id)));
  expect(await screen.findByText('Two', { selector: '[role="log"] *' })).toBeTruthy();
  expect(screen.getByText(failures.unavailable.message)).toBeTruthy();
  expect((await field()).value).toBe('Three');
});

test('a draft is kept for someone without a conversation too', async () => {
  const { user, router, candidate } = open();
  await user.type(await field(), 'Half a thought');
  await router.navigate({ to: paths.messages });
  await waitFor(() => expect(screen.queryByLabelText('Text to Maria')).toBeNull());
  await router.navigate({ to: paths.newConversation, search: { candidateId: candidate.id } });
  expect((await field()).value).toBe('Half a thought');
});

test('nothing offers a text to a candidate who opted out', async () => {
  const candidate = makeCandidate({ consent: { status: 'optedOut', changedAt: '2026-11-20T15:00:00.000Z' } });
  const { api } = createInboxApi({ conversations: [] });
  api.answer(routes.getCandidate, candidate);
  renderApp(`${paths.newConversation}?candidateId=${candidate.id}`, { api });
  await screen.findByText(/Maria has opted out of texts/);
  expect(screen.queryByText(/^Text Maria|first text/)).toBeNull();
  expect(screen.queryByRole('textbox', { name: /^Text to/ })).toBeNull();
});

test('someone of another system becomes a candidate when they are picked', async () => {
  const candidate = makeCandidate({ firstName: 'Ines', lastName: 'Ruiz', email: 'ines@example.com' });
  const { api } = createInboxApi({ conversations: [], user: makeUser() });
  const person = {
    atsType: 'lever' as const,
    externalId: 'contact-7',
    firstName: 'Ines',
    lastName: 'Ruiz',
    email: 'ines@example.com',
    jobName: 'Nurse',
    phoneNumber: candidate.phoneNumber,
    phoneNumberFormatted: candidate.phoneNumberFormatted,
    candidateId: null,
  };
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  api.answer(routes.searchAts, { people: [person], away: ['workable'] });
  api.answer(routes.addFromAts, { candidateId: candidate.id });
  api.answer(routes.getCandidate, candidate);
  const { user } = renderApp(paths.newConversation, { api });
  const field = await screen.findByRole('combobox', { name: 'Name, number or email' });
  await user.type(field, 'ines@example');
  expect(await screen.findByText('No candidate found')).toBeTruthy();
  expect(api.asked(routes.searchAts)).toEqual([]);
  await user.type(field, '.com');
  expect(await screen.findByText("Workable didn't answer, so someone may be missing here.")).toBeTruthy();
  await user.click(await screen.findByRole('option', { name: /Ines Ruiz.*In Lever · Nurse/ }));
  expect(await screen.findByRole('heading', { name: 'Text Ines Ruiz' })).toBeTruthy();
  expect(api.asked(routes.addFromAts).map(({ body }) => body)).toEqual([
    { atsType: 'lever', externalId: 'contact-7' },
  ]);
});

test('a person of a connected system without a phone number shows where to add one', async () => {
  const { api } = createInboxApi({ conversations: [], user: makeUser() });
  const person = {
    atsType: 'lever' as const,
    externalId: 'contact-8',
    firstName: 'Nino',
    lastName: 'Ruiz',
    email: 'nino@example.com',
    jobName: null,
    phoneNumber: null,
    phoneNumberFormatted: null,
    candidateId: null,
  };
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  api.answer(routes.searchAts, { people: [person], away: [] });
  const { user } = renderApp(paths.newConversation, { api });
  await user.type(await screen.findByRole('combobox', { name: 'Name, number or email' }), 'nino@example.com');
  const option = await screen.findByRole('option', {
    name: /No phone number\. Add one in Lever to text them\./,
  });
  expect(option.getAttribute('aria-disabled')).toBe('true');
  await user.click(option);
  expect(api.asked(routes.addFromAts)).toEqual([]);
});
