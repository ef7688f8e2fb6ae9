import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendText } from '../../testing/texting.ts';
import { insertDrafts } from './store.ts';

/* What became of drafts, as admins read it. */

let app: TestApp;
let ana: Recruiter;
let colleague: Recruiter;
beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  colleague = await app.addColleague(ana);
});
afterAll(() => app.stop());

async function draft(person: Recruiter, more: { conversationId?: string } = {}) {
  const body = { instructions: 'Ask if Tuesday at 3 PM works', tone: 'formal' as const, ...more };
  const { response } = await person.call(routes.draftForTemplate, { body });
  const [version] = response.versions;
  if (version === undefined) throw new Error('No draft');
  return version;
}

const send = (person: Recruiter, draftId: string, more: object = {}) =>
  person.call(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi', draftId, ...more } });

const kept = async () => (await ana.call(routes.listSentDrafts, {})).items;
const draftsOf = async (id: string) =>
  (
    await app.deps.pool.query<{ messageId: string | null }>(
      `select message_id as "messageId" from drafts where id = $1`,
      [id],
    )
  ).rows;

describe('a text that began from a draft', () => {
  it('is listed next to the draft and what was asked for, the last one first, by pages', async () => {
    const first = await draft(ana);
    const text = await send(ana, first.draftId, { body: `${first.text} Call me!` });
    const second = await draft(colleague);
    const { id } = await send(colleague, second.draftId, { body: second.text });
    const page = await ana.call(routes.listSentDrafts, { query: { limit: 1 } });
    expect(page.items).toMatchObject([{ messageId: id, sender: { id: colleague.userId } }]);
    const cursor = page.nextCursor ?? '';
    const { items } = await ana.call(routes.listSentDrafts, { query: { limit: 1, cursor } });
    expect(items).toEqual([
      {
        id: first.draftId,
        sentAt: text.createdAt,
        sender: { id: ana.userId, name: expect.any(String) },
        conversationId: text.conversationId,
        messageId: text.id,
        tone: 'formal',
        instructions: 'Ask if Tuesday at 3 PM works',
        source: 'builtIn',
        draft: first.text,
        text: text.body,
      },
    ]);
  });

  it('is sent once with a key, and listed once', async () => {
    const { draftId } = await draft(ana);
    const body = { to: candidatePhone(), body: 'Once', draftId };
    const headers = { 'idempotency-key': randomUUID() };
    const sent = await ana.call(routes.sendMessage, { body, headers });
    expect(await ana.call(routes.sendMessage, { body, headers })).toEqual(sent);
    expect((await kept()).filter(({ id }) => id === draftId)).toMatchObject([{ messageId: sent.id }]);
  });

  it('takes the place of one that was undone', async () => {
    const { draftId } = await draft(ana);
    const undone = await send(ana, draftId, { undoSeconds: 30 });
    await ana.call(routes.cancelMessage, { params: { id: undone.id } });
    expect((await kept()).map(({ id }) => id)).not.toContain(draftId);
    const again = await send(ana, draftId, { to: undefined, conversationId: undone.conversationId });
    expect((await kept())[0]).toMatchObject({ id: draftId, messageId: again.id });
  });

  it('goes out all the same if the draft is not theirs, not for that conversation, or gone', async () => {
    const before = await kept();
    const eve = await app.signUp();
    const { conversationId } = await sendText(ana, candidatePhone(), 'Hi');
    const inThread = await draft(ana, { conversationId });
    for (const { draftId } of [await draft(eve), await draft(colleague), inThread]) {
      await send(ana, draftId);
      expect(await draftsOf(draftId)).toEqual([{ messageId: null }]);
    }
    await send(ana, randomUUID());
    expect(await kept()).toEqual(before);
    await send(ana, inThread.draftId, { to: undefined, conversationId });
    expect(await kept()).toHaveLength(before.length + 1);
  });
});

it('many texts at once keep each its own draft', async () => {
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draft(ana)));
  const texts = await Promise.all(drafts.map(({ draftId }) => send(ana, draftId)));
  const messageOf = new Map((await kept()).map(({ id, messageId }) => [id, messageId]));
  expect(drafts.map(({ draftId }) => messageOf.get(draftId))).toEqual(texts.map(({ id }) => id));
});

it('nothing is kept of a conversation that is deleted while it is drafted in', async () => {
  const gone = { id: randomUUID(), conversationId: randomUUID() };
  const { accountId, userId } = ana;
  const rest = { tone: 'formal', instructions: null, source: 'builtIn', body: 'Hi' } as const;
  await insertDrafts(app.deps.db, [{ accountId, userId, ...gone, ...rest }]);
  expect(await draftsOf(gone.id)).toEqual([]);
});

it('only admins read the list, and only that of their account', async () => {
  expect(await colleague.refusal(routes.listSentDrafts, {})).toBe('403 forbidden');
  const eve = await app.signUp();
  expect((await eve.call(routes.listSentDrafts, {})).items).toEqual([]);
});

it('drafts go and come back with the candidate, and go with the person', async () => {
  const { draftId } = await draft(colleague);
  const { conversationId } = await send(colleague, draftId);
  const unused = await draft(colleague, { conversationId });
  const { candidate } = await ana.call(routes.getConversation, { params: { id: conversationId } });
  const params = { id: candidate.id };
  const sent = await draftsOf(draftId);
  expect(sent).toHaveLength(1);
  await ana.call(routes.deleteCandidate, { params });
  for (const id of [draftId, unused.draftId]) expect(await draftsOf(id)).toEqual([]);
  await ana.call(routes.restoreCandidate, { params });
  expect(await draftsOf(draftId)).toEqual(sent);
  expect(await draftsOf(unused.draftId)).toEqual([{ messageId: null }]);
  await ana.call(routes.removeSeatFromTeamMember, { body: { userId: colleague.userId } });
  expect(await draftsOf(draftId)).toEqual(sent);
  await app.deps.pool.query('delete from users where id = $1', [colleague.userId]);
  expect(await draftsOf(draftId)).toEqual([]);
});
