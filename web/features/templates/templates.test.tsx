import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import {
  makeAccount,
  makeCandidate,
  makeId,
  makeInterview,
  makeShortcut,
  makeTemplate,
  makeUser,
} from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const hello = makeTemplate({
  name: 'Hello',
  body: 'Hi {{candidate.firstName|there}}',
  folder: 'First steps',
});
const remind = makeTemplate({
  name: 'Reminder',
  body: 'See you tomorrow, {{candidate.firstName}}',
  usage: { sent: 40, answered: 10, replyRate: 0.25 },
});
const thanks = makeTemplate({
  name: 'Thanks',
  body: 'Thanks for your time',
  usage: { sent: 3, answered: 3, replyRate: null },
});

function open(
  stored: Template[] = [hello, remind, thanks],
  { path = paths.templates as string, user = makeUser(), account = makeAccount() } = {},
) {
  const api = createFakeApi();
  const kept = { templates: stored };
  const page = ({ search = '', folder }: { search?: string | undefined; folder?: string | undefined }) => ({
    items: kept.templates.filter(
      (one) =>
        `${one.name} ${one.body}`.toLowerCase().includes(search.toLowerCase()) &&
        (!folder || one.folder === folder),
    ),
    nextCursor: null,
    folders: [...new Set(kept.templates.flatMap((one) => one.folder ?? []))],
    total: kept.templates.length,
  });
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [makeCandidate({ email: null })], nextCursor: null });
  api.answer(routes.listTemplates, ({ query }) => page(query));
  api.answer(routes.listTeamTemplates, ({ query }) => page(query));
  api.answer(routes.updateTemplateSortOrder, ({ body }) => {
    const places = body.ids
      .map((id) => kept.templates.findIndex((one) => one.id === id))
      .sort((a, b) => a - b);
    const next = [...kept.templates];
    for (const [i, id] of body.ids.entries()) {
      const template = kept.templates.find((one) => one.id === id);
      const place = places[i];
      if (template && place !== undefined) next[place] = template;
    }
    kept.templates = next;
    return { status: 'ok' as const };
  });
  api.answer(routes.createTemplate, ({ body }) => {
    const made = makeTemplate({ ...body, folder: body.folder ?? null });
    kept.templates = [...kept.templates, made];
    return made;
  });
  return { kept, ...renderApp(path, { api }) };
}

const names = () =>
  screen.getAllByRole('button', { name: /^(Edit|View) / }).map((button) => button.textContent ?? '');
const more = (name: string) => screen.findByRole('button', { name: `More for ${name}` });
const insert = async (user: ReturnType<typeof open>['user'], attribute: string) => {
  await user.click(screen.getByRole('button', { name: 'Insert attribute' }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${attribute}`), hidden: true }));
};
const body = () => screen.findByLabelText<HTMLTextAreaElement>('Text');

describe('the list', () => {
  test('shows each with how it does; a rate of few texts is not shown', async () => {
    open();
    expect(await screen.findByText('Sent 40 times, 25% replied')).toBeTruthy();
    expect(screen.getByText('Sent 3 times')).toBeTruthy();
    expect(screen.getByText('Not sent yet')).toBeTruthy();
    expect(names()).toEqual(['Hello', 'Reminder', 'Thanks']);
  });

  test('searches, and keeps the search in the address', async () => {
    const { user, router } = open();
    await screen.findByText('Hello');
    await user.type(screen.getByRole('searchbox', { name: 'Search templates' }), 'tomorrow');
    await waitFor(() => expect(names()).toEqual(['Reminder']));
    expect(router.state.location.search).toEqual({ search: 'tomorrow' });
    await user.type(screen.getByRole('searchbox', { name: 'Search templates' }), ' nothing');
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  test('shows one folder', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
    await user.click(await screen.findByRole('option', { name: 'First steps', hidden: true }));
    await waitFor(() => expect(names()).toEqual(['Hello']));
  });

  test('moves by the arrow keys, and the handle keeps the focus', async () => {
    const { user, api, kept, queryClient } = open();
    (await screen.findByRole('button', { name: 'Move Hello' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(names()).toEqual(['Reminder', 'Hello', 'Thanks']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Hello');
    expect(screen.getByText('Hello is now 2 of 3.')).toBeTruthy();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(names()).toEqual(['Reminder', 'Thanks', 'Hello']);
    await waitFor(() =>
      expect(api.asked(routes.updateTemplateSortOrder).map((asked) => asked.body)).toEqual([
        { templateType: 'template', ids: [remind.id, hello.id] },
        { templateType: 'template', ids: [thanks.id, hello.id] },
      ]),
    );
    await waitFor(() => expect(kept.templates.map(({ name }) => name)).toEqual(names()));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(names()).toEqual(['Reminder', 'Thanks', 'Hello']);
  });

  test('a move that is refused goes back', async () => {
    const { user, api } = open();
    api.answer(routes.updateTemplateSortOrder, new Refusal('unavailable'));
    await user.click(await more('Thanks'));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up', hidden: true }));
    await screen.findByText(failures.unavailable.message);
    await waitFor(() => expect(names()).toEqual(['Hello', 'Reminder', 'Thanks']));
  });

  test('duplicates one, attachments and all', async () => {
    const picture = { id: makeId(), contentType: 'image/png', bytes: 9, url: 'http://localhost/1.png' };
    const { user, api } = open([{ ...hello, attachments: [picture] }]);
    const copy = { ...picture, id: makeId() };
    api.answer(routes.copyTemplateAttachments, [copy]);
    await user.click(await more('Hello'));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate', hidden: true }));
    await waitFor(() => expect(names()).toEqual(['Hello', 'Hello (copy)']));
    expect(api.asked(routes.createTemplate)[0]?.body).toEqual({
      name: 'Hello (copy)',
      body: hello.body,
      folder: 'First steps',
      mediaIds: [copy.id],
      templateType: 'template',
    });
  });

  test('deletes one when asked twice, also after a colleague', async () => {
    const { user, api, kept } = open();
    api.answer(routes.deleteTemplate, () => {
      kept.templates = [remind, thanks];
      return new Refusal('not_found');
    });
    await user.click(await more('Hello'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Hello”?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(names()).toEqual(['Reminder', 'Thanks']));
    expect(screen.getByText('Template deleted')).toBeTruthy();
  });

  test('empty, and where it could not be loaded', async () => {
    const { api, user, queryClient } = open([]);
    await screen.findByText('No templates yet');
    expect(screen.queryByRole('combobox', { name: 'Folder' })).toBeNull();
    api.answer(routes.listTemplates, new Refusal('unavailable'));
    queryClient.removeQueries({ queryKey: [routes.listTemplates.path] });
    await user.type(screen.getByRole('searchbox', { name: 'Search templates' }), 'x');
    await screen.findByText("Your templates couldn't be loaded.");
    api.answer(routes.listTemplates, { items: [hello], nextCursor: null, folders: [], total: 1 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Hello');
  });
});

describe('the editor', () => {
  test('makes a template, with an attribute where the cursor is', async () => {
    const { user, api } = open([]);
    await user.click((await screen.findAllByRole('button', { name: 'New template' }))[0] as HTMLElement);
    await fill(user, await screen.findByLabelText('Name'), 'Welcome');
    await fill(user, screen.getByLabelText('Folder', { selector: 'input' }), 'Start');
    const text = await body();
    expect(text.hasAttribute('data-success')).toBe(false);
    await fill(user, text, 'Hi , welcome to ');
    expect(text.hasAttribute('data-success')).toBe(true);
    text.setSelectionRange(3, 3);
    await insert(user, 'First name');
    expect(text.value).toBe('Hi {{candidate.firstName}}, welcome to ');
    expect(text.selectionStart).toBe('Hi {{candidate.firstName}}'.length);
    text.setSelectionRange(text.value.length, text.value.length);
    await insert(user, 'Company');
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(preview.textContent).toContain('Hi Ana, welcome to Harbor Health');
    expect(preview.textContent).toContain(
      `${160 - 'Hi Ana, welcome to Harbor Health'.length} characters left in this text`,
    );
    expect(screen.getByText('First name may be missing. Add a fallback, such as “there”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    await screen.findByText('Template Created successfully!');
    expect(api.asked(routes.createTemplate)[0]?.body).toEqual({
      name: 'Welcome',
      folder: 'Start',
      body: 'Hi {{candidate.firstName}}, welcome to {{company.name}}',
      mediaIds: [],
      templateType: 'template',
    });
    await waitFor(() => expect(names()).toEqual(['Welcome']));
  });

  test('reports what is wrong with an attribute before saving, and no warning if it has a fallback', async () => {
    const { user, api } = open();
    api.answer(routes.updateTemplate, hello);
    await user.click(await screen.findByRole('button', { name: 'Edit Hello' }));
    const text = await body();
    expect(screen.queryByText(/may be missing/)).toBeNull();
    fireEvent.change(text, { target: { value: 'Hi {{first_name}} <b>you</b>' } });
    expect(
      screen.getByText("{{first_name}} isn't a merge attribute. Choose one from the list."),
    ).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('<b>you</b>');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(api.asked(routes.updateTemplate)).toHaveLength(0);
    fireEvent.change(text, { target: { value: 'Hi' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Template Updated successfully!');
    expect(api.asked(routes.updateTemplate)[0]?.params).toEqual({ id: hello.id });
  });

  test('shows each attribute by name, to change or remove in place', async () => {
    const { user } = open([
      makeTemplate({ name: 'Job', body: '{{candidate.firstName}}: {{job.title}}, {{company.name}}' }),
    ]);
    const row = (await screen.findByRole('button', { name: 'Edit Job' })).closest('li');
    expect(row?.textContent).toContain('First name: Job title, Company');
    await user.click(screen.getByRole('button', { name: 'Edit Job' }));
    const text = await body();
    const chip = async (name: string) => {
      const chips = await screen.findByRole('list', { name: 'Merge attributes in the text' });
      await user.click(within(chips).getByRole('button', { name }));
    };
    await chip('Job title');
    const fallback = await screen.findByLabelText('Fallback');
    await user.type(fallback, 'open role} ');
    await user.selectOptions(screen.getByLabelText('Attribute'), 'job.title');
    expect(text.value).toBe('{{candidate.firstName}}: {{job.title|open role }}, {{company.name}}');
    await user.selectOptions(screen.getByLabelText('Attribute'), 'recruiter.fullName');
    await user.clear(fallback);
    expect(text.value).toBe('{{candidate.firstName}}: {{recruiter.fullName}}, {{company.name}}');
    await user.click(screen.getByRole('button', { name: 'Done', hidden: true }));
    await chip('First name');
    await user.click(await screen.findByRole('button', { name: 'Remove', hidden: true }));
    expect(text.value).toBe(': {{recruiter.fullName}}, {{company.name}}');
  });

  test('marks a half-typed attribute and keeps it from being saved', async () => {
    const { user, api } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Hello' }));
    const text = await body();
    fireEvent.change(text, { target: { value: 'Hi {{candidate.firstName, hello :}' } });
    expect(screen.queryByText(/^Finish or remove/)).toBeNull();
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(within(preview).getByText('{{candidate.firstName').tagName).toBe('MARK');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      screen.getByText(
        'Finish or remove {{candidate.firstName (character 4). Merge attributes look like {{candidate.firstName}}.',
      ),
    ).toBeTruthy();
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('{{candidate.firstName');
    expect(api.asked(routes.updateTemplate)).toHaveLength(0);
  });

  test('previews for a candidate, and names what they lack', async () => {
    const { user } = open([
      makeTemplate({ name: 'Mail', body: 'Is {{candidate.email}} right, {{candidate.firstName}}?' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit Mail' }));
    await user.click(await screen.findByRole('combobox', { name: 'Preview for' }));
    await user.click(await screen.findByRole('option', { name: 'Maria Lopez', hidden: true }));
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview.textContent).toContain('Is Email right, Maria?'));
    expect(preview.textContent).toContain('Maria Lopez has no value for: email.');
  });

  test('previews the links of calendar shortcuts, and counts their characters', async () => {
    const body = `${'x'.repeat(150)} #intro (#none)`;
    const { user, api } = open([{ ...hello, body }]);
    const { url } = makeShortcut();
    api.answer(routes.listCalendarShortcuts, [
      makeShortcut(),
      makeShortcut({ enabled: false, shortcut: 'none' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit Hello' }));
    const preview = await screen.findByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview.textContent).toContain(` ${url} (#none)`));
    expect(preview.textContent).toContain('counts as 2 texts');
  });

  test("previews with the candidate's next interview", async () => {
    const { user, api } = open([makeTemplate({ name: 'Reminder', body: 'See you at {{interview.time}}' })]);
    api.answer(routes.listInterviews, { items: [makeInterview()], nextCursor: null });
    await user.click(await screen.findByRole('button', { name: 'Edit Reminder' }));
    await user.click(await screen.findByRole('combobox', { name: 'Preview for' }));
    await user.click(await screen.findByRole('option', { name: 'Maria Lopez', hidden: true }));
    const preview = screen.getByRole('region', { name: 'Preview' });
    await waitFor(() => expect(preview.textContent).toContain('See you at 9:00 AM'));
    expect(preview.textContent).not.toContain('has no value');
  });

  test('what the server refuses stands at its field, and what was typed stays', async () => {
    const { user, api } = open([]);
    api.answer(routes.createTemplate, new Refusal('unknown_attribute'));
    await user.click((await screen.findAllByRole('button', { name: 'New template' }))[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Create template' }));
    expect(screen.getByText('The name is required')).toBeTruthy();
    await fill(user, screen.getByLabelText('Name'), 'Welcome');
    await fill(user, await body(), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    await screen.findByText(failures.unknown_attribute.message);
    expect((await body()).value).toBe('Hello');
  });
});

describe('whose they are', () => {
  const member = makeUser({ userType: 'member' });

  test('team templates are written by admins and read by everyone', async () => {
    const shared = makeTemplate({ name: 'Ours', templateType: 'teamTemplate', can: { edit: false } });
    const { user } = open([shared], { path: paths.teamTemplates, user: member });
    await user.click(await screen.findByRole('button', { name: 'View Ours' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ours' });
    expect(dialog.textContent).toContain('Hi Ana, are you free on Thursday?');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    for (const name of ['New template', 'Move Ours', 'More for Ours'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('recruiters write those for hiring managers', async () => {
    const { api } = open([hello], { path: paths.hiringManagerTemplates, user: member });
    expect(await screen.findByRole('button', { name: 'New template' })).toBeTruthy();
    expect(api.asked(routes.listTemplates)[0]?.query.templateType).toBe('hiringManagerTemplate');
  });

  test('recruiters write those for onboarding messages', async () => {
    const { user, api } = open([], { path: paths.onboardingTemplates, user: member });
    expect(await screen.findByRole('heading', { name: 'Onboarding templates', level: 1 })).toBeTruthy();
    await user.click((await screen.findAllByRole('button', { name: 'New template' }))[0] as HTMLElement);
    await fill(user, await screen.findByLabelText('Name'), 'Welcome');
    await fill(user, screen.getByLabelText('Text'), 'Welcome aboard!');
    await user.click(screen.getByRole('button', { name: 'Create template' }));
    expect(await screen.findByRole('button', { name: 'Edit Welcome' })).toBeTruthy();
    expect(screen.queryByText('Not sent yet')).toBeNull();
    expect(api.asked(routes.createTemplate)[0]?.body).toMatchObject({ templateType: 'onboardingTemplate' });
  });

  test.each([['payg'], ['free']] as const)('with the plan %s there is the way to plans', async (planType) => {
    const { api, user, path } = open([hello], { account: makeAccount({ planType }) });
    expect(await screen.findByRole('heading', { name: 'You need a monthly or annual plan.' })).toBeTruthy();
    expect(api.asked(routes.listTemplates)).toHaveLength(0);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(await main.findByRole('link', { name: 'Templates' })).toBeTruthy();
    expect(main.queryByRole('link', { name: 'Team templates' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'See plans' }));
    await waitFor(() => expect(path()).toBe(paths.planSelection));
  });
});
