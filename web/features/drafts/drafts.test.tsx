import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import { routes } from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeAccount, makeConversation, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { Draft } from './stream-draft.ts';

const made = (over: Partial<Draft> = {}): Draft => ({
  text: 'Does Tuesday work?',
  versions: [
    { text: 'Does Tuesday work?', changed: [] },
    { text: 'Is Tuesday good?', changed: [] },
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
}: {
  mode?: 'model' | 'off';
  planType?: 'monthly' | 'payg';
} = {}) {
  const conversation = makeConversation();
  const inbox = createInboxApi({
    conversations: [conversation],
    messages: [makeMessage({ conversationId: conversation.id })],
  });
  inbox.api.answer(routes.getAccount, makeAccount({ planType }));
  inbox.api.answer(routes.getAiSettings, { mode, modelAvailable: true, modelName: 'm' });
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
  test('is asked for in a tone, shown as it comes, and put into the field, not sent', async () => {
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

  test('says what to check, and when the model was away', async () => {
    const { user, api } = await open();
    const draft = made({
      versions: [{ text: 'See you at 4 PM', changed: ['3 PM', '4 PM'] }],
      source: 'builtIn',
      notice: "The language model didn't answer, so this draft was made by rules.",
    });
    api.answer(routes.draftForTemplate, () => streamed(draft) as never);
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await panel.findByText('Check these: 3 PM, 4 PM');
    await panel.findByText(/made by rules/);
  });

  test('that is refused says why', async () => {
    const { user, api } = await open();
    api.answer(routes.draftForTemplate, new Refusal('too_many_drafts'));
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Draft', hidden: true }));
    await panel.findByText(failures.too_many_drafts.message);
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
    inbox.api.answer(routes.getAiSettings, { mode: 'builtIn', modelAvailable, modelName });
    inbox.api.answer(routes.updateAiSettings, ({ body }) => ({ ...body, modelAvailable, modelName }));
    return { ...inbox, ...renderApp(paths.accountCompany, { api: inbox.api }) };
  };

  test('the company screen says who drafts', async () => {
    const { user, api } = openCompany(true);
    const model = await screen.findByRole<HTMLInputElement>('radio', { name: 'Language model (small)' });
    await user.click(model);
    await screen.findByText('Drafts updated');
    expect(model.checked).toBe(true);
    expect(api.asked(routes.updateAiSettings)[0]?.body).toEqual({ mode: 'model' });
  });

  test('no model can be chosen where there is none', async () => {
    openCompany(false);
    const model = await screen.findByRole<HTMLInputElement>('radio', { name: 'Language model' });
    expect(model.disabled).toBe(true);
  });
});
