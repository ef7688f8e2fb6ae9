import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ListedCandidate } from '../../../contract/candidates.ts';
import { failures } from '../../../contract/failure.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import {
  makeAccount,
  makeApplication,
  makeCandidate,
  makeId,
  makeJobStage,
  makeUser,
} from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { whatGoes } from './deletion-words.ts';

const maria = makeCandidate({ tags: ['night shift'] });
const omar = makeCandidate({
  firstName: 'Omar',
  lastName: 'Haddad',
  phoneNumber: '+12125550188',
  phoneNumberFormatted: '(212) 555-0188',
  consent: { status: 'optedOut', changedAt: '2026-11-19T15:00:00.000Z' },
});

const [welder, lead] = [makeId(), makeId()];

function open(
  candidates: ListedCandidate[],
  { search = '', ...over }: Partial<User> & { search?: string } = {},
) {
  const api = createFakeApi();
  const stored = [...candidates];
  api.answer(routes.getUser, makeUser(over));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidateTags, [{ tag: 'night shift', candidates: 2 }]);
  api.answer(routes.listJobs, {
    items: [
      { id: welder, name: 'Welder', status: 'open', candidates: 1, createdAt: '2026-11-01T15:00:00.000Z' },
    ],
    nextCursor: null,
  });
  const ownStages = { atsType: null, jobId: null, jobName: null } as const;
  api.answer(routes.listJobStages, [
    makeJobStage({ ...ownStages, id: lead, name: 'Lead' }),
    makeJobStage({ id: 'lever//1', name: 'Screen', atsType: 'lever', jobId: null, jobName: null }),
  ]);
  api.answer(routes.listCandidates, ({ query }) => ({
    items: stored.filter((candidate) =>
      candidate.lastName.toLowerCase().startsWith(query.search?.toLowerCase() ?? ''),
    ),
    nextCursor: null,
  }));
  return { stored, ...renderApp(`${paths.candidates}${search}`, { api }) };
}

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

describe('the list', () => {
  test('shows what is known about each, and who has opted out', async () => {
    open([maria, omar]);
    const row = await rowOf('Maria Lopez');
    for (const text of ['(415) 555-0123', 'Nurse', 'No texts yet', 'night shift'])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.queryByText('Opted out')).toBeNull();
    const ofOmar = await rowOf('Omar Haddad');
    expect(ofOmar.getByText('Opted out')).toBeTruthy();
    expect(ofOmar.queryByRole('link', { name: /^Text/ })).toBeNull();
  });

  test('searches when typing pauses and keeps the search in the address', async () => {
    const { user, api, router } = open([maria, omar]);
    await rowOf('Maria Lopez');
    await user.type(screen.getByRole('searchbox', { name: 'Search candidates' }), 'hadd');
    await waitFor(() => expect(screen.queryByText('Maria Lopez')).toBeNull());
    expect(screen.getByText('Omar Haddad')).toBeTruthy();
    expect(api.asked(routes.listCandidates).map((asked) => asked.query?.search)).toEqual([undefined, 'hadd']);
    expect(router.state.location.search).toEqual({ search: 'hadd' });
    await user.type(screen.getByRole('searchbox', { name: 'Search candidates' }), 'xx');
    expect(await screen.findByText('No match')).toBeTruthy();
  });

  test('loads the next page by its cursor', async () => {
    const { user, api } = open([]);
    api.answer(routes.listCandidates, ({ query }) =>
      query.cursor === 'second'
        ? { items: [omar], nextCursor: null }
        : { items: [maria], nextCursor: 'second' },
    );
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await rowOf('Omar Haddad');
    expect(screen.getByText('Maria Lopez')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('a failed load shows an error and can be tried again', async () => {
    const { user, api } = open([maria]);
    api.answer(routes.listCandidates, new Refusal('internal'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    api.answer(routes.listCandidates, { items: [maria], nextCursor: null });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await rowOf('Maria Lopez');
  });

  test('Text leads to a new text to that candidate', async () => {
    const { user, router, path } = open([maria]);
    await user.click((await rowOf('Maria Lopez')).getByRole('link', { name: 'Text Maria Lopez' }));
    await waitFor(() => expect(path()).toBe(paths.newConversation));
    expect(router.state.location.search).toEqual({ candidateId: maria.id });
  });
});

const message = {
  id: makeId(),
  direction: 'outbound',
  sender: { id: makeId(), firstName: 'Ben' },
  body: 'Are you free?',
  hasMedia: false,
  hasContactCard: false,
  callOutcome: null,
  status: 'delivered',
  createdAt: '2026-11-20T15:00:00.000Z',
  scheduledAt: null,
  isHeld: false,
} as const;

type Contact = NonNullable<ListedCandidate['lastContact']>;
const contact = (over: Partial<Contact['message']>, conversationId: string | null = makeId()): Contact => ({
  conversationId,
  message: { ...message, ...over },
});

describe('the last text', () => {
  test.each<[string, Contact, string]>([
    ["a colleague's", contact({}), 'Ben: Are you free?'],
    ["the candidate's", contact({ direction: 'inbound', sender: null, body: 'Yes' }), 'Maria: Yes'],
    ['an automatic one', contact({ sender: null }), 'Automatic: Are you free?'],
    [
      'a call',
      contact({ direction: 'inbound', sender: null, body: '', callOutcome: 'missed' }),
      'Missed call',
    ],
    ['one that is not to be read', contact({ body: null }, null), 'Ben texted them'],
    [
      'one that is still to go out, and not to be read',
      contact({ body: null, status: 'scheduled', scheduledAt: '2026-11-30T15:00:00.000Z' }, null),
      'Ben scheduled a text',
    ],
    [
      'an answer that is not to be read',
      contact({ body: null, direction: 'inbound', sender: null }, null),
      'Maria texted a colleague',
    ],
  ])('%s', async (_, lastContact, words) => {
    open([makeCandidate({ lastContact })]);
    const row = await rowOf('Maria Lopez');
    const shown = row.getByText(words);
    expect(shown.getAttribute('href')).toBe(
      lastContact.conversationId && `/dashboard/messages/${lastContact.conversationId}`,
    );
  });
});

describe('filters', () => {
  const choose = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option, hidden: true }));
  };
  const asked = ({ api }: ReturnType<typeof open>) => api.asked(routes.listCandidates).at(-1)?.query;

  test('are in the address, so Back and links lead to the same list', async () => {
    const view = open([maria]);
    await rowOf('Maria Lopez');
    await choose(view.user, 'Job', 'Welder');
    await choose(view.user, 'Stage', 'Lead');
    await choose(view.user, 'Last contact', 'Never');
    await choose(view.user, 'Opted out', 'Not opted out');
    await choose(view.user, 'Tag', 'night shift');
    await choose(view.user, 'Sort by', 'Name, A to Z');
    const all = {
      job: welder,
      stage: lead,
      contact: 'never',
      optedOut: false,
      tag: 'night shift',
      sort: 'name',
    };
    await waitFor(() => expect(view.router.state.location.search).toEqual(all));
    await waitFor(() =>
      expect(asked(view)).toMatchObject({
        jobId: welder,
        stageId: lead,
        lastContact: 'never',
        optedOut: 'false',
        tag: 'night shift',
        sort: 'name',
      }),
    );
    view.router.history.back();
    await waitFor(() => expect(view.router.state.location.search).not.toHaveProperty('sort'));
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({}));
  });

  test('come from a link; what is no filter is left out', async () => {
    const view = open([maria], { search: '?contact=over30Days&sort=salary&optedOut=maybe&tag=gone' });
    await rowOf('Maria Lopez');
    expect(asked(view)).toMatchObject({ lastContact: 'over30Days', tag: 'gone' });
    expect(asked(view)).toMatchObject({ sort: 'added' });
    expect(asked(view)?.optedOut).toBeUndefined();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Tag' }).value).toBe('gone');
  });

  test('that no one fits can be taken away', async () => {
    const view = open([], { search: '?tag=gone' });
    expect(await screen.findByText('No candidate fits these filters.')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Show all candidates' }));
    expect(await screen.findByText('No candidates yet')).toBeTruthy();
  });
});

describe('several at once', () => {
  const people = ['Ana', 'Bo', 'Cy', 'Di'].map((firstName, n) =>
    makeCandidate({ id: makeId(), firstName, lastName: 'Lee', tags: n === 3 ? ['Nights'] : ['nurse'] }),
  );
  const select = (user: ReturnType<typeof open>['user'], name: string) =>
    user.click(screen.getByRole('checkbox', { name: `Select ${name} Lee` }));

  test('get a tag, each beside those they have; what fails for one is done for the others, and undone for them', async () => {
    const view = open(people);
    const { api, user, stored } = view;
    api.answer(routes.updateCandidate, ({ params, body }) => {
      const at = stored.findIndex(({ id }) => id === params.id);
      const before = stored[at];
      if (!before || before.firstName === 'Bo') return new Refusal('not_found');
      const after = { ...before, tags: body.tags ?? [] };
      stored[at] = after;
      return after;
    });
    await rowOf('Ana Lee');
    await select(user, 'Ana');
    await user.keyboard('{Shift>}');
    await select(user, 'Di');
    await user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a tag to 4 candidates' }));
    await user.type(dialog.getByLabelText('Tag'), 'nights');
    await user.click(dialog.getByRole('button', { name: 'Add tag' }));
    expect(await dialog.findByText(/^Bo Lee: /)).toBeTruthy();
    expect(await screen.findByText(/^Added the tag nights to 2 candidates/)).toBeTruthy();
    expect(stored.map(({ tags }) => tags)).toEqual([
      ['nurse', 'nights'],
      ['nurse'],
      ['nurse', 'nights'],
      ['Nights'],
    ]);
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() =>
      expect(stored.map(({ tags }) => tags)).toEqual([['nurse'], ['nurse'], ['nurse'], ['Nights']]),
    );
  });

  test('go into a job; who is in it stays, and Undo takes the others out', async () => {
    const own = makeApplication({ jobId: welder, jobName: 'Welder', atsType: null });
    const [ana, bo] = people;
    if (!ana || !bo) throw new Error('There are four');
    const { user, api } = open([ana, { ...bo, applications: [own] }]);
    const added = makeApplication({ jobId: welder, atsType: null });
    api.answer(routes.createApplication, added);
    api.answer(routes.deleteApplication, { status: 'ok' });
    await rowOf('Ana Lee');
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: 'Add to job' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 candidates to a job' }));
    await user.click(await dialog.findByRole('combobox', { name: 'Job' }));
    await user.click(await screen.findByRole('option', { name: 'Welder', hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Add to job' }));
    expect(await screen.findByText(/^Added 1 candidate to Welder/)).toBeTruthy();
    expect(api.asked(routes.createApplication).map(({ body }) => body)).toEqual([
      { candidateId: ana.id, jobId: welder, stageId: lead },
    ]);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() =>
      expect(api.asked(routes.deleteApplication).map(({ params }) => params)).toEqual([{ id: added.id }]),
    );
  });

  test('are not changed once a filter hides them', async () => {
    const { user, api } = open(people);
    await rowOf('Ana Lee');
    await select(user, 'Ana');
    await select(user, 'Bo');
    api.answer(routes.listCandidates, { items: people.slice(1), nextCursor: null });
    await user.type(screen.getByRole('searchbox', { name: 'Search candidates' }), 'x');
    expect(await screen.findByText('1 selected')).toBeTruthy();
  });
});

describe('adding', () => {
  async function fillIn({ user }: ReturnType<typeof open>) {
    await user.click((await screen.findAllByRole('button', { name: 'Add candidate' }))[0] as HTMLElement);
    const drawer = within(await screen.findByRole('dialog', { name: 'Add candidate' }));
    await fill(user, drawer.getByLabelText('First name'), 'Lena');
    await user.type(drawer.getByLabelText('Phone'), '2125550177');
    return drawer;
  }

  test('sends what was typed once, with a key, and shows the new candidate', async () => {
    const view = open([]);
    expect(await screen.findByText('No candidates yet')).toBeTruthy();
    view.api.answer(routes.createCandidate, async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const lena = makeCandidate({ firstName: body.firstName, lastName: '' });
      view.stored.push(lena);
      return lena;
    });
    const drawer = await fillIn(view);
    await view.user.type(drawer.getByLabelText('Tags'), 'nights{Enter}');
    await view.user.dblClick(drawer.getByRole('button', { name: 'Add candidate' }));
    await rowOf('Lena');
    expect(screen.getByText('Candidate added')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = view.api.asked(routes.createCandidate);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      firstName: 'Lena',
      lastName: '',
      phoneNumber: '(212) 555-0177',
      email: null,
      city: null,
      zipCode: null,
      jobTitle: null,
      timezone: null,
      tags: ['nights'],
    });
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('trying again after a lost answer uses the same key; a changed candidate gets another', async () => {
    const view = open([]);
    view.api.answer(routes.createCandidate, new Refusal('unavailable'));
    const drawer = await fillIn(view);
    const submit = drawer.getByRole('button', { name: 'Add candidate' });
    const keys = () =>
      view.api.asked(routes.createCandidate).map((sent) => sent.headers.get('idempotency-key'));
    await view.user.click(submit);
    await waitFor(() => expect(keys()).toHaveLength(1));
    await view.user.click(submit);
    await waitFor(() => expect(keys()).toHaveLength(2));
    await fill(view.user, drawer.getByLabelText('Last name'), 'Berg');
    await view.user.click(submit);
    await waitFor(() => expect(keys()).toHaveLength(3));
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
  });

  test('what the server refuses stands at its field, and only there', async () => {
    const view = open([]);
    view.api.answer(
      routes.createCandidate,
      new Refusal('invalid', { phoneNumber: ['Must be a valid phone number'] }),
    );
    const drawer = await fillIn(view);
    await view.user.click(drawer.getByRole('button', { name: 'Add candidate' }));
    expect(await drawer.findByText('Must be a valid phone number')).toBeTruthy();
    expect(screen.queryByText(failures.invalid.message)).toBeNull();

    view.api.answer(routes.createCandidate, new Refusal('candidate_exists'));
    await view.user.click(drawer.getByRole('button', { name: 'Add candidate' }));
    expect(await screen.findAllByText(failures.candidate_exists.message)).toHaveLength(1);
    expect(drawer.getByLabelText('Phone').getAttribute('aria-invalid')).toBe('true');
  });

  test('a candidate without any name is not sent', async () => {
    const view = open([]);
    const drawer = await fillIn(view);
    await view.user.clear(drawer.getByLabelText('First name'));
    await view.user.click(drawer.getByRole('button', { name: 'Add candidate' }));
    expect(await drawer.findByText('The name is required')).toBeTruthy();
    expect(view.api.asked(routes.createCandidate)).toHaveLength(0);
  });

  test('Escape closes it and the focus returns', async () => {
    const view = open([maria]);
    await rowOf('Maria Lopez');
    await fillIn(view);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add candidate' })),
    );
  });
});

async function edit(user: ReturnType<typeof open>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  // Without a layout, a dropdown counts as scrolled out of sight.
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }));
}

test('editing starts from what is stored; a person without a name may stay without', async () => {
  const unnamed = makeCandidate({ firstName: '', lastName: '', email: null, jobTitle: null });
  const { user, api } = open([unnamed]);
  api.answer(routes.updateCandidate, ({ body }) => ({ ...unnamed, jobTitle: body.jobTitle ?? null }));
  await edit(user, '(415) 555-0123');
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit candidate' }));
  expect(drawer.getByLabelText<HTMLInputElement>('Phone').value).toBe('(415) 555-0123');
  await fill(user, drawer.getByLabelText('Job title'), 'Welder');
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  await screen.findByText('Candidate saved');
  const sent = api.asked(routes.updateCandidate)[0];
  expect(sent?.params).toEqual({ id: unnamed.id });
  expect(sent?.body).toMatchObject({ firstName: '', jobTitle: 'Welder' });
});

test('what a colleague saved meanwhile is kept, and you read what yours would replace', async () => {
  const { user, api } = open([maria]);
  const theirs = {
    ...maria,
    email: 'maria@new.example',
    jobTitle: 'Welder',
    updatedAt: '2026-11-23T10:00:00.000Z',
  };
  api.answer(routes.getCandidate, theirs);
  api.answer(routes.updateCandidate, ({ body }) =>
    body.updatedAt === theirs.updatedAt ? theirs : new Refusal('candidate_edited'),
  );
  await edit(user, 'Maria Lopez');
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit candidate' }));
  await user.clear(drawer.getByLabelText('Job title'));
  await fill(user, drawer.getByLabelText('Job title'), 'Fitter');
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  const said = 'A colleague just saved Job title: Welder. If you save now, yours replaces it.';
  expect(await drawer.findByText(said)).toBeTruthy();
  expect(drawer.getByLabelText<HTMLInputElement>('Email').value).toBe('maria@new.example');
  expect(drawer.getByLabelText<HTMLInputElement>('Job title').value).toBe('Fitter');
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  await screen.findByText('Candidate saved');
  expect(api.asked(routes.updateCandidate).at(-1)?.body).toMatchObject({
    email: 'maria@new.example',
    jobTitle: 'Fitter',
  });
});

describe('deleting', () => {
  const preview = (over: Partial<ReplyOutput<typeof routes.getCandidateDeletionPreview>> = {}) => ({
    owners: [],
    scheduledTexts: 0,
    scope: 'first',
    ...over,
  });
  const ask = async (view: ReturnType<typeof open>) => {
    await view.user.click((await rowOf('Maria Lopez')).getByRole('button', { name: 'More for Maria Lopez' }));
    // Without a layout, a dropdown counts as scrolled out of sight.
    await view.user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
    return within(await screen.findByRole('dialog', { name: 'Delete Maria Lopez?' }));
  };
  const ben = { id: makeId(), firstName: 'Ben', lastName: 'Ito' };

  test('asks first, naming whose conversations go, and what stays', async () => {
    const view = open([maria, omar]);
    view.api.answer(
      routes.getCandidateDeletionPreview,
      preview({
        owners: [
          { user: makeUser(), conversations: 1 },
          { user: ben, conversations: 1 },
        ],
        scheduledTexts: 1,
      }),
    );
    view.api.answer(routes.deleteCandidate, () => {
      view.stored.splice(view.stored.indexOf(maria), 1);
      return { status: 'ok' as const };
    });
    let dialog = await ask(view);
    expect(
      await dialog.findByText("This deletes Maria Lopez and 2 conversations: yours and Ben Ito's."),
    ).toBeTruthy();
    for (const text of [
      /1 scheduled text is canceled for good/,
      /You can restore everything for 30 days/,
      /it stays opted out/,
      /consent history is kept for 5 years, or 10 after an opt-out/,
    ])
      expect(dialog.getByText(text)).toBeTruthy();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.api.asked(routes.deleteCandidate)).toHaveLength(0);

    dialog = await ask(view);
    await dialog.findByText(/Ben Ito's/);
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Candidate deleted');
    await waitFor(() => expect(screen.queryByText('Maria Lopez')).toBeNull());
    expect(view.api.asked(routes.deleteCandidate)[0]).toMatchObject({
      params: { id: maria.id },
      query: { scope: 'first' },
    });
  });

  test('asks again when another conversation has begun', async () => {
    const view = open([maria]);
    view.api.answer(routes.getCandidateDeletionPreview, preview());
    view.api.answer(routes.deleteCandidate, new Refusal('candidate_changed'));
    const dialog = await ask(view);
    await dialog.findByText('This deletes Maria Lopez. No one has a conversation with them.');
    view.api.answer(
      routes.getCandidateDeletionPreview,
      preview({ owners: [{ user: ben, conversations: 1 }], scope: 'second' }),
    );
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(failures.candidate_changed.message)).toBeTruthy();
    expect(await dialog.findByText("This deletes Maria Lopez and 1 conversation: Ben Ito's.")).toBeTruthy();
    view.api.answer(routes.deleteCandidate, { status: 'ok' });
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Candidate deleted');
    expect(view.api.asked(routes.deleteCandidate).at(-1)?.query.scope).toBe('second');
  });

  test('deletes nothing before it is known what would go', async () => {
    const view = open([maria]);
    view.api.answer(routes.getCandidateDeletionPreview, new Refusal('internal'));
    const dialog = await ask(view);
    await dialog.findByText("We couldn't load what would be deleted.");
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('shows number and email, and why they stay, where others have conversations', async () => {
    const view = open([makeCandidate({ can: { delete: false, changeNumber: false } })]);
    await view.user.click((await rowOf('Maria Lopez')).getByRole('button', { name: 'More for Maria Lopez' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }));
    for (const label of ['Phone', 'Email'])
      expect((await screen.findByLabelText(label)).hasAttribute('readonly')).toBe(true);
    expect(screen.getAllByText(/Ask an admin to change it/)).toHaveLength(2);
    expect(screen.getByLabelText('Job title').hasAttribute('readonly')).toBe(false);
  });

  test('is not offered where others have conversations', async () => {
    const view = open([makeCandidate({ can: { delete: false, changeNumber: false } })]);
    await view.user.click((await rowOf('Maria Lopez')).getByRole('button', { name: 'More for Maria Lopez' }));
    await screen.findByRole('menuitem', { name: 'Edit', hidden: true });
    expect(screen.queryByRole('menuitem', { name: 'Delete', hidden: true })).toBeNull();
  });

  test.each<[string, { name: string | null; conversations: number }[]]>([
    ['1 conversation: yours.', [{ name: 'me', conversations: 1 }]],
    ['2 conversations: 2 of yours.', [{ name: 'me', conversations: 2 }]],
    [
      "3 conversations: yours, Ana's, and Ben's.",
      [
        { name: 'me', conversations: 1 },
        { name: 'Ana', conversations: 1 },
        { name: 'Ben', conversations: 1 },
      ],
    ],
    [
      "3 conversations: 2 of Ana's and 1 that no one has.",
      [
        { name: 'Ana', conversations: 2 },
        { name: null, conversations: 1 },
      ],
    ],
    [
      "6 conversations: A's, B's, C's, D's, and those of 2 other people.",
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name, conversations: 1 })),
    ],
    [
      "5 conversations: A's, B's, C's, D's, and E's.",
      ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, conversations: 1 })),
    ],
  ])('%s', (sentence, owners) => {
    const named = owners.map(({ name, conversations }) => ({
      user: name === null ? null : { id: name, firstName: name, lastName: '' },
      conversations,
    }));
    expect(whatGoes('Kim Lee', preview({ owners: named }), 'me')).toBe(
      `This deletes Kim Lee and ${sentence}`,
    );
  });
});
