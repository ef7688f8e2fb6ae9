import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import {
  makeAccount,
  makeConversation,
  makeId,
  makeMessage,
  makeTemplate,
  makeUser,
} from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { Draft } from './stream-draft.ts';

const [FIRST, SECOND] = [makeId(), makeId()];

const made = (over: Partial<Draft> = {}): Draft => ({
  text: 'Does Tuesday work?',
  versions: [
    { draftId: FIRST, text: 'Does Tuesday work?', changed: [] },
    { draftId: SECOND, text: 'Is Tuesday good?', changed: [] },
  ],
  source: 'model',
  notice: null,
  ...over,
});

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** As the server streams it; a test can hold back the end. */
function streamed(draft: Draft, until: Promise<void> = Promise.resolve()): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      send(`retry: 1000\n\n${event('delta', { version: 0, text: 'Does ' })}event: delta\nda`);
      send(`ta: {"version":1,"text":"Is "}\n\n${event('delta', { version: 0, text: 'Tues' })}`);
      await until;
      send(event('done', { response: draft }));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

async function open({
  mode = 'model',
  planType = 'monthly',
  note = null,
}: {
  mode?: 'model' | 'builtIn' | 'off';
  planType?: 'monthly' | 'payg';
  note?: string | null;
} = {}) {
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: [makeMessage({ conversationId: conversation.id })],
  });
  inbox.api.answer(routes.getAccount, makeAccount({ planType }));
  inbox.api.answer(routes.getAiSettings, { mode, modelAvailable: true, modelName: 'm', note });
  inbox.api.answer(routes.draftForTemplate, () => streamed(made()) as never);
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api: inbox.api });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Text to Ana');
  return { ...app, ...inbox, conversation, field };
}

/** Without a layout, the library takes the panel for hidden. */
const openPanel = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Draft' }));
  const field = await screen.findByLabelText('What to write');
  const panel = within(field.closest<HTMLElement>('[role="dialog"]') ?? field);
  return panel;
};

describe('a draft', () => {
  test('is requested in a tone, shown as it comes, and put into the field, not sent', async () => {
    const { user, api, field, conversation } = await open();
    const panel = await openPanel(user);
    const rest = Promise.withResolvers<void>();
    api.answer(routes.draftForTemplate, () => streamed(made(), rest.promise) as never);
    await user.click(panel.getByText('Friendly'));
    await user.type(panel.getByLabelText('What to write'), 'ask for Tuesday');
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await panel.findByText('Does Tues');
    rest.resolve();
    await panel.findByText('Does Tuesday work?');
    expect(api.asked(routes.draftForTemplate)[0]?.body).toEqual({
      tone: 'friendly',
      instructions: 'ask for Tuesday',
      conversationId: conversation.id,
      versions: 3,
    });
    await user.click(panel.getByRole('button', { name: 'Another', hidden: true }));
    await user.click(panel.getByRole('button', { name: 'Insert', hidden: true }));
    expect(field.value).toBe('Is Tuesday good?');
    await waitFor(() => expect(screen.queryByLabelText('What to write')).toBeNull());
    expect(api.asked(routes.sendMessage)).toHaveLength(0);
  });

  test('rewrites what is written, and gets shorter', async () => {
    const { user, api, field } = await open();
    await user.type(field, 'Is Tuesday ok');
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Rewrite', hidden: true }));
    await user.click(await panel.findByRole('button', { name: 'Shorter', hidden: true }));
    await waitFor(() => expect(api.asked(routes.draftForTemplate)).toHaveLength(2));
    const [first, second] = api.asked(routes.draftForTemplate);
    expect(first?.body).toMatchObject({ text: 'Is Tuesday ok' });
    expect(second?.body).toMatchObject({ text: 'Does Tuesday work?', instructions: 'Make it shorter' });
  });

  test('shows what to check, and when the model was away', async () => {
    const { user, api } = await open();
    const draft = made({
      versions: [{ draftId: FIRST, text: 'See you at 4 PM', changed: ['3 PM', '4 PM'] }],
      source: 'builtIn',
      notice: "The language model didn't answer, so this draft was made by rules.",
    });
    api.answer(routes.draftForTemplate, () => streamed(draft) as never);
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await panel.findByText('Check these: 3 PM, 4 PM');
    await panel.findByText(/made by rules/);
  });

  test('that is refused shows why', async () => {
    const { user, api } = await open();
    api.answer(routes.draftForTemplate, new Refusal('too_many_drafts'));
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await panel.findByText(failures.too_many_drafts.message);
  });
});

describe('without a model', () => {
  const byRules = made({
    versions: [
      { draftId: FIRST, text: 'What days and times work for you?', changed: [] },
      { draftId: SECOND, text: 'When are you free?', changed: [] },
    ],
    source: 'builtIn',
    notice: 'You have no calendar link to share. This draft asks for times.',
  });
  test('people pick what the draft is for, in a tone, and the versions are all there are', async () => {
    const { user, api, field, conversation } = await open({ mode: 'builtIn' });
    api.answer(routes.draftForTemplate, () => streamed(byRules) as never);
    const panel = await openPanel(user);
    const click = async (name: string) =>
      user.click(await panel.findByRole('button', { name, hidden: true }));
    await click('Share a link');
    await panel.findByText('What days and times work for you?');
    await panel.findByText(/^You have no calendar link/);
    expect(panel.queryByLabelText('What to write', { selector: 'input' })).toBeNull();
    expect(panel.queryByRole('button', { name: 'Longer', hidden: true })).toBeNull();
    await click('Shorter');
    await panel.findByText('When are you free?');
    expect(panel.queryByRole('button', { name: 'Shorter', hidden: true })).toBeNull();
    await click('Another');
    await panel.findByText('What days and times work for you?');
    await user.click(panel.getByText('Formal'));
    await click('Insert');
    expect(field.value).toBe('What days and times work for you?');
    const body = { intent: 'shareLink', conversationId: conversation.id, versions: 3 };
    expect(api.asked(routes.draftForTemplate).map((each) => each.body)).toEqual([
      { ...body, tone: 'casual' },
      { ...body, tone: 'formal' },
    ]);
  });

  test('what is written already goes only when the person says so', async () => {
    const { user, api, field } = await open({ mode: 'builtIn' });
    api.answer(routes.draftForTemplate, () => streamed(byRules) as never);
    await user.type(field, 'Hi');
    const panel = await openPanel(user);
    await user.click(await panel.findByRole('button', { name: 'Thank', hidden: true }));
    await user.click(await panel.findByRole('button', { name: 'Replace your text', hidden: true }));
    expect(field.value).toBe('What days and times work for you?');
  });
});

describe('what began from a draft', () => {
  test('is sent with the draft and the note below it, which is not rewritten', async () => {
    const { user, api, field } = await open({ note: 'Written with AI help.' });
    api.answer(routes.sendMessage, ({ body }) => makeMessage({ direction: 'outbound', body: body.body }));
    let panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await user.click(await panel.findByRole('button', { name: 'Insert', hidden: true }));
    expect(field.value).toBe('Does Tuesday work?\nWritten with AI help.');
    await waitFor(() => expect(screen.queryByLabelText('What to write')).toBeNull());
    panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Rewrite', hidden: true }));
    await user.click(await panel.findByRole('button', { name: 'Another', hidden: true }));
    await user.click(panel.getByRole('button', { name: 'Insert', hidden: true }));
    expect(api.asked(routes.draftForTemplate)[1]?.body.text).toBe('Does Tuesday work?');
    await user.type(field, '{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(api.asked(routes.sendMessage)[0]?.body).toMatchObject({
      body: 'Is Tuesday good?\nWritten with AI help.',
      draftId: SECOND,
    });
    await user.type(field, 'Bye{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(2));
    expect(api.asked(routes.sendMessage)[1]?.body.draftId).toBeUndefined();
  });

  test('is known after the page was closed', async () => {
    const first = await open();
    const panel = await openPanel(first.user);
    await first.user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await first.user.click(await panel.findByRole('button', { name: 'Insert', hidden: true }));
    first.unmount();
    const { user, api } = renderApp(`/dashboard/messages/${first.conversation.id}`, first);
    api.answer(routes.sendMessage, ({ body }) => makeMessage({ direction: 'outbound', body: body.body }));
    await user.type(await screen.findByLabelText('Text to Ana'), '!{Enter}');
    await waitFor(() => expect(api.asked(routes.sendMessage)).toHaveLength(1));
    expect(api.asked(routes.sendMessage)[0]?.body).toMatchObject({
      body: 'Does Tuesday work?!',
      draftId: FIRST,
    });
  });
});

describe('a template', () => {
  test.each([
    [paths.templates, routes.listTemplates, routes.draftForTemplate, routes.redraftTemplate],
    [paths.teamTemplates, routes.listTeamTemplates, routes.draftForTeamTemplate, routes.redraftTeamTemplate],
  ])('of %s is drafted, and rewritten', async (path, list, draftRoute, redraftRoute) => {
    const hello = makeTemplate({ name: 'Hello', body: 'Hi {{candidate.firstName|there}}' });
    const { api } = createInboxApi({ conversations: [], user: makeUser({ userType: 'admin' }) });
    api.answer(routes.getAccount, makeAccount());
    api.answer(list, { items: [hello], nextCursor: null, folders: [], total: 1 });
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    api.answer(routes.getAiSettings, { mode: 'model', modelAvailable: true, modelName: 'm', note: 'By AI' });
    for (const route of [draftRoute, redraftRoute]) api.answer(route, () => streamed(made()) as never);
    const { user } = renderApp(path, { api });
    await user.click(await screen.findByRole('button', { name: 'Edit Hello' }));
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Text');
    for (const name of ['Rewrite', 'Draft']) {
      const panel = await openPanel(user);
      await user.click(panel.getByRole('button', { name, hidden: true }));
      await user.click(await panel.findByRole('button', { name: 'Insert', hidden: true }));
      expect(field.value).toBe('Does Tuesday work?');
      await waitFor(() => expect(screen.queryByLabelText('What to write')).toBeNull());
      await user.clear(field);
    }
    expect(api.asked(redraftRoute)).toMatchObject([{ params: { id: hello.id }, body: { text: hello.body } }]);
    expect(api.asked(draftRoute)).toHaveLength(1);
  });
});

test.each([{ mode: 'off' }, { planType: 'payg' }] as const)('with %j, there is no button', async (state) => {
  await open(state);
  await screen.findByRole('button', { name: 'Emoji' });
  expect(screen.queryByRole('button', { name: 'Draft' })).toBeNull();
});

describe('for admins', () => {
  const openCompany = (modelAvailable: boolean) => {
    const inbox = createInboxApi({ conversations: [], user: makeUser({ userType: 'admin' }) });
    const modelName = modelAvailable ? 'small' : null;
    inbox.api.answer(routes.getAccount, makeAccount({ planType: 'monthly' }));
    inbox.api.answer(routes.listAuditEvents, { items: [], nextCursor: null });
    inbox.api.answer(routes.getAiSettings, { mode: 'builtIn', modelAvailable, modelName, note: null });
    inbox.api.answer(routes.updateAiSettings, ({ body }) => ({
      mode: body.mode,
      note: body.note ?? null,
      modelAvailable,
      modelName,
    }));
    return { ...inbox, ...renderApp(paths.accountCompany, { api: inbox.api }) };
  };

  test('the company screen says who drafts', async () => {
    const { user, api } = openCompany(true);
    const model = await screen.findByRole<HTMLInputElement>('radio', { name: 'Language model (small)' });
    await user.click(model);
    await screen.findByText('Drafts updated');
    expect(model.checked).toBe(true);
    expect(api.asked(routes.updateAiSettings)[0]?.body).toEqual({ mode: 'model' });
    await user.type(screen.getByLabelText('Note to candidates'), 'By AI');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() =>
      expect(api.asked(routes.updateAiSettings)[1]?.body).toEqual({ mode: 'model', note: 'By AI' }),
    );
  });

  test('no model can be chosen where there is none', async () => {
    openCompany(false);
    const model = await screen.findByRole<HTMLInputElement>('radio', { name: 'Language model' });
    expect(model.disabled).toBe(true);
  });
});
