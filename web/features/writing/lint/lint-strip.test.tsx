import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeAccount,
  makeCandidate,
  makeConversation,
  makeMessage,
  makeUser,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

function openConversation({
  messages = [makeMessage({ direction: 'outbound', status: 'delivered' })],
  domains = [] as string[],
  candidate = {} as Partial<Candidate>,
}: {
  messages?: Message[];
  domains?: string[];
  candidate?: Partial<Candidate>;
} = {}) {
  const conversation = makeConversation();
  const { api } = createInboxApi({
    conversations: [conversation],
    messages: messages.map((message) => ({ ...message, conversationId: conversation.id })),
    user: makeUser({ timezone: 'America/New_York' }),
  });
  api.answer(routes.getAccount, makeAccount({ domains }));
  api.answer(routes.getCandidate, makeCandidate(candidate));
  return renderApp(paths.conversation.replace('$conversationId', conversation.id), { api });
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
const count = (name: string) => screen.findByRole('button', { name });
const list = () => screen.findByRole('dialog', { name: 'Suggestions' });

async function write(text: string) {
  fireEvent.change(await field(), { target: { value: text } });
}

describe('in the composer', () => {
  test('a text is fixed by one click each, and written on', async () => {
    const { user } = openConversation();
    await write('WE NEED YOU!!! Can you start?');
    await user.click(await count('2 suggestions'));
    const open = within(await list());
    expect(open.getByText('“WE NEED YOU” in capitals reads like shouting.')).toBeTruthy();
    expect(open.getAllByText('Good practice')).toHaveLength(2);
    await user.click(open.getByRole('button', { name: 'Use sentence case' }));
    expect((await field()).value).toBe('We need you!!! Can you start?');
    expect(screen.getByRole('button', { name: '1 suggestion' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'));
    await user.click(open.getByRole('button', { name: 'Keep one' }));
    expect((await field()).value).toBe('We need you! Can you start?');
    expect(document.activeElement).toBe(await field());
    expect(screen.queryByRole('dialog', { name: 'Suggestions' })).toBeNull();
    expect(screen.queryByRole('button', { name: /suggestion/ })).toBeNull();
  });

  test('by keyboard: opened, fixed, and Escape goes back', async () => {
    const { user } = openConversation();
    await write('Great!! Thanks. Free money');
    (await count('2 suggestions')).focus();
    await user.keyboard('{Enter}');
    await list();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'));
    await user.keyboard('{Tab}{Tab}{Enter}');
    expect((await field()).value).toBe('Great! Thanks. Free money');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Suggestions' })).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: '1 suggestion' })),
    );
  });

  test('what is ignored stays ignored for this text, and comes back for the next', async () => {
    const { user, api } = openConversation();
    api.answer(routes.sendMessage, ({ body }) => makeMessage({ direction: 'outbound', body: body.body }));
    await write('Great!!');
    await user.click(await count('1 suggestion'));
    await user.click(within(await list()).getByRole('button', { name: /^Ignore/ }));
    expect(screen.queryByRole('button', { name: /suggestion/ })).toBeNull();
    await write('Great!! So act now');
    expect(await count('1 suggestion')).toBeTruthy();
    await user.type(await field(), '{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(api.asked(routes.sendMessage)[0]?.body.body).toBe('Great!! So act now');
    await write('Great!!');
    expect(await count('1 suggestion')).toBeTruthy();
  });

  test('it never blocks', async () => {
    const { user, api } = openConversation();
    api.answer(routes.sendMessage, ({ body }) => makeMessage({ direction: 'outbound', body: body.body }));
    await write('ACT NOW!!! https://bit.ly/1');
    await count('4 suggestions');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
  });

  test('a first text names the company, a later one need not', async () => {
    const { user } = openConversation({ messages: [makeMessage({ direction: 'inbound' })] });
    await write('Are you free today?');
    await user.click(await count('1 suggestion'));
    const open = within(await list());
    expect(open.getByText('Carriers (CTIA guidelines)')).toBeTruthy();
    await user.click(open.getByRole('button', { name: 'Add your company' }));
    expect((await field()).value).toMatch(/^Are you free today\? - \w+, Acme Staffing$/);
  });

  test('a time gets the zone of the candidate, who is asked for only then', async () => {
    const { user, api } = openConversation({ candidate: { zones: ['America/Chicago'] } });
    await field();
    const shown = api.asked(routes.getCandidate).length;
    await write('Great!!');
    await count('1 suggestion');
    expect(api.asked(routes.getCandidate)).toHaveLength(shown);
    await write('Can we talk at 3 PM?');
    await user.click(await count('1 suggestion'));
    expect(api.asked(routes.getCandidate)).toHaveLength(shown + 1);
    await user.click(within(await list()).getByRole('button', { name: 'Add CT' }));
    expect((await field()).value).toBe('Can we talk at 3 PM CT?');
  });

  test("a link to someone else's domain, where the company's is known", async () => {
    const { user } = openConversation({ domains: ['acme.com'] });
    await write('Apply at https://jobs.acme.com/1 or https://example.org/1');
    await user.click(await count('1 suggestion'));
    expect(
      within(await list()).getByText(/^example\.org doesn't match your company's domain, acme\.com\./),
    ).toBeTruthy();
  });
});

test('in a template, merge attributes stay what they are', async () => {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  api.answer(routes.listTemplates, { items: [], nextCursor: null, folders: [], total: 0 });
  const { user } = renderApp(paths.templates, { api });
  await user.click((await screen.findAllByRole('button', { name: 'New template' }))[0] as HTMLElement);
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  fireEvent.change(text, {
    target: { value: 'Hi {{candidate.firstName|there}}, CALL US NOW at 3 PM: {{calendar.link}}!!' },
  });
  await user.click(await count('2 suggestions'));
  await user.click(within(await list()).getByRole('button', { name: 'Use sentence case' }));
  expect(text.value).toBe('Hi {{candidate.firstName|there}}, call US now at 3 PM: {{calendar.link}}!!');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Suggestions' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'New template' })).toBeTruthy();
});
