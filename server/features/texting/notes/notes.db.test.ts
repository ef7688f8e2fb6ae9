import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { openStream } from '../../../testing/event-stream.ts';
import { mailsTo } from '../../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';
import { eraseUser } from '../../deletions/erase-user.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
let cem: Recruiter;
/** Ben's. */
let conversation: Conversation;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana);
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

const inIt = () => ({ id: conversation.id });
const write = (person: Recruiter, body: string, mentioned: Recruiter[] = []) =>
  person.call(routes.createNote, {
    params: inIt(),
    body: { body, mentionUserIds: mentioned.map(({ userId }) => userId) },
  });
const notesOf = async (person: Recruiter, query: { limit?: number; cursor?: string } = {}) =>
  person.call(routes.listNotes, { params: inIt(), query });
const bodies = async (person: Recruiter) => (await notesOf(person)).items.map(({ body }) => body);
const newest = async (person: Recruiter) => (await person.call(routes.listNotifications, {})).items[0];

async function begin(): Promise<void> {
  const phone = candidatePhone();
  await ben.call(routes.createCandidate, {
    body: { firstName: 'Rosa', lastName: 'Vega', phoneNumber: phone },
  });
  const { conversationId } = await sendText(ben, phone, 'Hi');
  conversation = await ben.call(routes.getConversation, { params: { id: conversationId } });
}
beforeAll(begin);

describe('notes of a conversation', () => {
  it('are for those who see it: written, read newest first in pages, changed and deleted by their author alone', async () => {
    const first = await write(ben, '  Asks for 25 $ an hour  ');
    expect(first).toMatchObject({
      conversationId: conversation.id,
      body: 'Asks for 25 $ an hour',
      author: { id: ben.userId },
      mentionUserIds: [],
      editedAt: null,
      can: { edit: true, delete: true },
    });
    await write(ana, 'We can pay 24 $');
    await write(ben, 'They take it');
    const page = await notesOf(ana, { limit: 2 });
    expect(page.items.map(({ body, can }) => [body, can.edit])).toEqual([
      ['They take it', false],
      ['We can pay 24 $', true],
    ]);
    expect(await notesOf(ana, { cursor: page.nextCursor ?? '' })).toMatchObject({
      items: [{ id: first.id }],
      nextCursor: null,
    });

    const one = { params: { ...inIt(), noteId: first.id } };
    expect(await ana.refusal(routes.updateNote, { ...one, body: { body: 'Mine' } })).toBe('403 forbidden');
    expect(await ana.refusal(routes.deleteNote, one)).toBe('403 forbidden');
    expect(await cem.refusal(routes.listNotes, { params: inIt() })).toBe('404 not_found');
    expect(await cem.refusal(routes.createNote, { params: inIt(), body: { body: 'Hi' } })).toBe(
      '404 not_found',
    );
    expect(await cem.refusal(routes.deleteNote, one)).toBe('404 not_found');

    const edited = await ben.call(routes.updateNote, { ...one, body: { body: 'Asked for 25 $' } });
    expect(edited).toMatchObject({ body: 'Asked for 25 $', createdAt: first.createdAt });
    expect(edited.editedAt).not.toBeNull();
    await ben.call(routes.deleteNote, one);
    expect(await ben.refusal(routes.deleteNote, one)).toBe('404 not_found');
    expect(await bodies(ben)).toEqual(['They take it', 'We can pay 24 $']);
  });

  it.each([
    ['nothing', ' '],
    ['100 KB', 'x'.repeat(100_000)],
    ['one character too many', 'x'.repeat(10_001)],
  ])('refuse %s', async (_, body) => {
    expect(await ben.refusal(routes.createNote, { params: inIt(), body: { body } })).toBe('422 invalid');
  });

  it('hold 10,000 characters, and one key makes one note', async () => {
    const input = { params: inIt(), body: { body: 'x'.repeat(10_000) } };
    const once = { ...input, headers: { 'idempotency-key': 'one-note' } };
    const [one, again] = [await ben.call(routes.createNote, once), await ben.call(routes.createNote, once)];
    expect(one.id).toBe(again.id);
    await ben.call(routes.deleteNote, { params: { ...inIt(), noteId: one.id } });
  });

  it('are reloaded by the open browsers of those who see it', async () => {
    const [bens, cems] = await Promise.all([openStream(app.url, ben.token), openStream(app.url, cem.token)]);
    await write(ana, 'Live');
    const event = { type: 'notes.updated', conversationId: conversation.id };
    await eventually(() => expect(bens.events.map(({ event: each }) => each)).toContainEqual(event));
    expect(cems.events.map(({ event: each }) => each)).not.toContainEqual(event);
    bens.close();
    cems.close();
  });

  it("leave the inbox's last text, the wait and the order as they are", async () => {
    const before = await ben.call(routes.getConversation, { params: inIt() });
    await write(ben, 'Quiet');
    expect(await ben.call(routes.getConversation, { params: inIt() })).toEqual(before);
  });

  it('are in the timeline of the candidate for those who see the conversation', async () => {
    await write(ben, 'In the timeline');
    const seenBy = async (person: Recruiter) => {
      const { items } = await person.call(routes.listTimeline, {
        params: { id: conversation.candidate.id },
        query: { limit: 100 },
      });
      return items.flatMap((entry) => (entry.kind === 'note' ? entry.note.body : []));
    };
    expect(await seenBy(ana)).toContain('In the timeline');
    expect(await seenBy(ben)).toContain('In the timeline');
    expect(await seenBy(cem)).toEqual([]);
  });
});

describe('a mention', () => {
  it('is on the list of who is named, and mailed without the note, unless they turned that off', async () => {
    const { email } = await ana.call(routes.getUser, {});
    const note = await write(ben, '@Ana can we pay more? Secret salary.', [ana, ana]);
    expect(note.mentionUserIds).toEqual([ana.userId]);
    expect(await newest(ana)).toMatchObject({
      type: 'mention',
      conversationId: conversation.id,
      text: expect.stringMatching(/mentioned you in a note about Rosa Vega\.$/),
      readAt: null,
    });
    const mails = async () =>
      (await mailsTo(app, email)).filter(({ subject }) => /mentioned you in a note/.test(subject));
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const [mail] = await mails();
    expect(mail?.text).toContain(`${app.url}/dashboard/messages/${conversation.id}`);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('salary');

    await ana.call(routes.updateUser, { body: { notifications: { mentionMail: false } } });
    await write(ben, '@Ana and now?', [ana]);
    // A mail that was enqueued after it has gone out.
    await ana.call(routes.updateUser, { body: { notifications: { mentionMail: true } } });
    await write(ben, '@Ana last one', [ana]);
    await eventually(async () => expect(await mails()).toHaveLength(2));
  });

  it('of someone new in a changed note notifies them, and those before not again', async () => {
    await ana.call(routes.updateUser, { body: { notifications: { mentionMail: false } } });
    const note = await write(ben, '@Ana', [ana]);
    const before = await newest(ana);
    const one = { params: { ...inIt(), noteId: note.id } };
    await ben.call(routes.updateNote, { ...one, body: { body: '@Ana again', mentionUserIds: [ana.userId] } });
    expect(await newest(ana)).toEqual(before);
    const none = await ben.call(routes.updateNote, { ...one, body: { body: 'No one' } });
    expect(none.mentionUserIds).toEqual([]);
    await ben.call(routes.updateNote, { ...one, body: { body: '@Ana', mentionUserIds: [ana.userId] } });
    expect((await newest(ana))?.id).not.toBe(before?.id);
  });

  it('of oneself notifies no one', async () => {
    const before = await newest(ben);
    await write(ben, '@Ben: call back', [ben]);
    expect(await newest(ben)).toEqual(before);
  });

  it('of someone who may not see the conversation, or is not on the team, is refused in words', async () => {
    const mention = async (userId: string) =>
      ben.ask(routes.createNote, {
        params: inIt(),
        body: { body: 'Look', mentionUserIds: [userId] },
      });
    const refused = await mention(cem.userId);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        details: { fields: { mentionUserIds: [expect.stringMatching(/can't see this conversation/)] } },
      },
    });
    const stranger = await app.signUp();
    expect(await mention(stranger.userId)).toMatchObject({
      status: 422,
      body: { details: { fields: { mentionUserIds: [expect.stringMatching(/no longer on your team/)] } } },
    });
    expect(await newest(cem)).toBeUndefined();
    expect((await ben.call(routes.listWhoSees, { params: inIt() })).map(({ id }) => id).sort()).toEqual(
      [ana.userId, ben.userId].sort(),
    );
  });
});

describe('what becomes of notes', () => {
  it('they go with the candidate and come back with them', async () => {
    const before = await bodies(ben);
    expect(before.length).toBeGreaterThan(0);
    const which = { params: { id: conversation.candidate.id } };
    await ana.call(routes.deleteCandidate, which);
    const { rows } = await app.deps.pool.query('select 1 from notes where conversation_id = $1', [
      conversation.id,
    ]);
    expect(rows).toEqual([]);
    await ana.call(routes.restoreCandidate, which);
    expect(await bodies(ben)).toEqual(before);
  });

  it('they stay when their author is erased, without the name, and lose the erased from their mentions', async () => {
    const other = await app.signUp();
    const dan = await app.addColleague(other);
    const { conversationId } = await sendText(dan, candidatePhone(), 'Hi');
    const params = { id: conversationId };
    await dan.call(routes.createNote, { params, body: { body: 'By Dan' } });
    await other.call(routes.createNote, { params, body: { body: '@Dan', mentionUserIds: [dan.userId] } });
    await eraseUser(app.deps, { ...dan, due: app.deps.clock() });
    const { items } = await other.call(routes.listNotes, { params });
    expect(items.map(({ body, author, mentionUserIds }) => [body, author?.id, mentionUserIds])).toEqual([
      ['@Dan', other.userId, []],
      ['By Dan', undefined, []],
    ]);
  });
});
