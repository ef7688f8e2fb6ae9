import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { MOST_VIEWS } from '../../../contract/views.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { eraseUser } from '../deletions/erase-user.ts';

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;
let dan: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  cem = await app.addColleague(ana);
  dan = await app.addColleague(ana);
});

const query = { filter: 'unread', assignee: 'me', tags: ['RN'] } as const;
const save = (person: Recruiter, name: string, more: { shared?: boolean; query?: object } = {}) =>
  person.call(routes.createView, { body: { name, query: { ...query, tags: ['RN'] }, ...more } });
const names = async (person: Recruiter) =>
  (await person.call(routes.listViews, {})).map(({ name, can }) => `${name}${can.change ? '' : ' (locked)'}`);

it("a view is its author's; a shared one is everyone's to open, and its author's and admins' to change", async () => {
  const own = await save(cem, 'Hot nurses');
  expect(own).toMatchObject({ name: 'Hot nurses', shared: false, query, owner: { id: cem.userId } });
  const shared = await save(cem, 'All of us', { shared: true });
  expect(await names(cem)).toEqual(['All of us', 'Hot nurses']);
  expect(await names(dan)).toEqual(['All of us (locked)']);
  expect(await names(ana)).toEqual(['All of us']);

  const change = (person: Recruiter, id: string, body: object) =>
    person.refusal(routes.updateView, { params: { id }, body });
  expect(await change(dan, shared.id, { name: 'Mine' })).toBe('403 forbidden');
  expect(await dan.refusal(routes.deleteView, { params: { id: shared.id } })).toBe('403 forbidden');
  for (const person of [dan, ana])
    expect(await change(person, own.id, { name: 'Mine' })).toBe('404 not_found');
  const renamed = await ana.call(routes.updateView, { params: { id: shared.id }, body: { name: 'Team' } });
  expect(renamed).toMatchObject({ name: 'Team', shared: true, owner: { id: cem.userId } });

  // An admin who ends the sharing gives it back to its author.
  await ana.call(routes.updateView, { params: { id: shared.id }, body: { shared: false } });
  expect(await names(ana)).toEqual([]);
  expect(await names(cem)).toEqual(['Hot nurses', 'Team']);
  await cem.call(routes.deleteView, { params: { id: shared.id } });
  expect(await names(cem)).toEqual(['Hot nurses']);
});

it('names are unique for each person, ignoring case', async () => {
  const one = await save(cem, 'Nurses');
  await save(cem, 'Drivers');
  await save(dan, 'Nurses', { shared: true });
  const body = { name: 'nurses', query: {} };
  expect(await cem.refusal(routes.createView, { body })).toBe('409 view_taken');
  expect(await cem.refusal(routes.updateView, { params: { id: one.id }, body: { name: 'drivers' } })).toBe(
    '409 view_taken',
  );
  await cem.call(routes.updateView, { params: { id: one.id }, body: { name: 'NURSES' } });
});

it("members save views of their own conversations; admins of anyone's", async () => {
  for (const assignee of ['all', ana.userId])
    expect(await cem.refusal(routes.createView, { body: { name: 'All', query: { assignee } } })).toBe(
      '403 forbidden',
    );
  const unassigned = await save(cem, 'Unassigned', { query: { assignee: 'none' } });
  await cem.call(routes.deleteView, { params: { id: unassigned.id } });
  const shared = await save(ana, 'All', { shared: true, query: { assignee: 'all' } });
  const [seen] = await cem.call(routes.listViews, {});
  expect(seen).toMatchObject({ id: shared.id, query: { filter: 'all', assignee: 'all', tags: [] } });
  // What it shows is asked for by who opens it.
  expect(await cem.refusal(routes.listConversations, { query: { assignee: 'all' } })).toBe('403 forbidden');
});

it('a person has at most fifty, however fast they add them', async () => {
  for (let n = 0; n < MOST_VIEWS - 1; n += 1) await save(cem, `View ${n}`);
  const both = await Promise.allSettled([save(cem, 'One more'), save(cem, 'And one')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await names(cem)).toHaveLength(MOST_VIEWS);
});

it('what someone who is erased shared stays, and admins look after it', async () => {
  await save(cem, 'Private');
  const shared = await save(cem, 'Shared', { shared: true });
  await eraseUser(app.deps, { accountId: ana.accountId, userId: cem.userId, due: new Date() });
  expect(await names(dan)).toEqual(['Shared (locked)']);
  const [seen] = await ana.call(routes.listViews, {});
  expect(seen).toMatchObject({ owner: null, can: { change: true } });
  const params = { id: shared.id };
  expect(await ana.call(routes.updateView, { params, body: { shared: false } })).toMatchObject({
    owner: { id: ana.userId },
    shared: false,
  });
  expect(await names(dan)).toEqual([]);
});
