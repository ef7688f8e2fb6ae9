import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { firstTextOf, type Keyword } from '../../../contract/keywords.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const user = makeUser();
const account = makeAccount({ name: 'Harborview' });

const makeKeyword = (over: Partial<Keyword> = {}): Keyword => ({
  id: makeId(),
  keyword: 'NURSES',
  answer: 'Welcome!',
  tags: ['Job fair'],
  questions: [{ field: 'name', text: 'Your name?' }],
  consentWording: 'Text NURSES to get texts about jobs.',
  phoneNumber: '+14155550100',
  phoneNumberFormatted: '(415) 555-0100',
  owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
  firstText: 'Harborview: Welcome!',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...over,
});

function open(stored: Keyword[], person = user) {
  const api = createFakeApi();
  const kept = { keywords: stored };
  api.answer(routes.getUser, person);
  api.answer(routes.getAccount, account);
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listKeywords, () => ({ items: kept.keywords, nextCursor: null }));
  api.answer(routes.createKeyword, ({ body }) => {
    const { questions = [], tags = [], ...fields } = body;
    const made = makeKeyword({
      ...fields,
      questions,
      tags,
      firstText: firstTextOf({ ...fields, questions }, account.name),
    });
    kept.keywords = [made, ...kept.keywords];
    return made;
  });
  api.answer(routes.deleteKeyword, ({ params }) => {
    kept.keywords = kept.keywords.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  return { kept, ...renderApp(paths.keywords, { api }) };
}

test('the first keyword comes with an answer, questions and the wording of the sign', async () => {
  const { user: person, api } = open([]);
  await screen.findByText('No keywords yet');
  await person.click(screen.getAllByRole('button', { name: 'New keyword' })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'New keyword' });
  await person.type(within(dialog).getByLabelText('Keyword'), 'jobs');
  const first = within(dialog).getByRole('region', { name: 'First text' });
  expect(first.textContent).toContain('Harborview: Thanks for your interest');
  expect(first.textContent).toContain('STOP to opt out.');
  expect(first.textContent).toContain("What's your first and last name?");
  await person.click(within(dialog).getByLabelText('Ask for their city'));
  expect((within(dialog).getByLabelText('Wording on your sign') as HTMLTextAreaElement).value).toMatch(
    /^Text JOBS to .* to get texts about jobs from Harborview\./,
  );
  await person.click(within(dialog).getByRole('button', { name: 'Add keyword' }));
  expect(await screen.findByRole('button', { name: 'Edit JOBS' })).toBeTruthy();
  const [sent] = api.asked(routes.createKeyword);
  expect(sent?.body).toMatchObject({
    keyword: 'JOBS',
    questions: [{ field: 'name' }, { field: 'jobTitle' }],
    consentWording: expect.stringMatching(/^Text JOBS to/),
  });
});

test('a word that is taken is said at the field, and an empty question too', async () => {
  const { user: person, api } = open([]);
  api.answer(routes.createKeyword, new Refusal('keyword_taken'));
  await screen.findByText('No keywords yet');
  await person.click(screen.getAllByRole('button', { name: 'New keyword' })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'New keyword' });
  await person.type(within(dialog).getByLabelText('Keyword'), 'two words');
  await person.clear(within(dialog).getByLabelText('Ask which job: question'));
  await person.click(within(dialog).getByRole('button', { name: 'Add keyword' }));
  expect(await within(dialog).findByText(/Use one word of 2 to 20 letters/)).toBeTruthy();
  expect(within(dialog).getByText('The question is required')).toBeTruthy();
  expect(api.asked(routes.createKeyword)).toHaveLength(0);
  await person.clear(within(dialog).getByLabelText('Keyword'));
  await fill(person, within(dialog).getByLabelText('Keyword'), 'jobs');
  await fill(person, within(dialog).getByLabelText('Ask which job: question'), 'Which job?');
  await person.click(within(dialog).getByRole('button', { name: 'Add keyword' }));
  expect(await within(dialog).findByText(/already has this keyword/)).toBeTruthy();
});

test('one is deleted after a question; that of a colleague says whose it is', async () => {
  const colleague = { id: makeId(), firstName: 'Ben', lastName: 'Ito' };
  const { user: person, kept } = open([makeKeyword(), makeKeyword({ keyword: 'DRIVERS', owner: colleague })]);
  const list = await screen.findByRole('list', { name: 'Keywords' });
  expect(within(list).getByText('1 question · Job fair · Ben Ito')).toBeTruthy();
  await person.click(within(list).getByRole('button', { name: 'More for NURSES' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete NURSES?' });
  await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('NURSES')).toBe(null));
  expect(kept.keywords).toHaveLength(1);
});

test('without a number there is nothing to add', async () => {
  const { seat } = makeUser();
  open([], makeUser({ seat: seat && { ...seat, twilioNumber: null } }));
  await screen.findByText('Get a number first. Then candidates can text you a keyword.');
  expect(screen.queryByRole('button', { name: 'New keyword' })).toBe(null);
});
