import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../../contract/api.ts';
import type { KeptDraft } from '../../../../contract/kept-drafts.ts';
import * as routes from '../../../../contract/routes.ts';
import { openStream } from '../../../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { sendText } from '../../../testing/texting.ts';
import { sweepUploads } from '../../media/remove-media.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let ben: Recruiter;
/** Ben's, with one text. */
let conversationId: string;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  ben = await app.addColleague(ana);
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ conversationId } = await sendText(ben, candidatePhone(), 'Hi'));
});

const params = () => ({ id: conversationId });
const read = (person: Recruiter) => person.call(routes.getKeptDraft, { params: params() });
const keep = (
  person: Recruiter,
  body: string,
  more: { baseVersion?: number; mediaIds?: string[] } = {},
): Promise<KeptDraft> => person.call(routes.saveKeptDraft, { params: params(), body: { body, ...more } });

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(person: Recruiter): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  return routes.uploadMedia.reply.parse(await answer.json()).id;
}

describe('a kept draft', () => {
  it('is empty at first, and each person’s own', async () => {
    expect(await read(ben)).toEqual({ body: '', mediaIds: [], media: [], version: 0, updatedAt: null });
    expect(await keep(ben, 'Half a sent')).toMatchObject({ body: 'Half a sent', version: 1 });
    expect(await read(ben)).toMatchObject({ body: 'Half a sent', version: 1 });
    expect(await read(ana)).toMatchObject({ body: '', version: 0 });
    await keep(ana, 'Mine');
    expect(await read(ben)).toMatchObject({ body: 'Half a sent' });
    const cem = await app.addColleague(ana);
    expect(await cem.refusal(routes.getKeptDraft, { params: params() })).toBe('404 not_found');
  });

  it('is listed by its beginning for its person alone, as long as there is one', async () => {
    const { conversationId: other } = await sendText(ben, candidatePhone(), 'Hello');
    await keep(ben, 'Half a sent');
    await ben.call(routes.saveKeptDraft, { params: { id: other }, body: { body: 'x'.repeat(300) } });
    await keep(ana, 'Mine');
    const listed = async () => {
      const all = await ben.call(routes.listKeptDrafts, {});
      return all.filter((one) => [conversationId, other].includes(one.conversationId));
    };
    expect(await listed()).toEqual([
      { conversationId: other, body: 'x'.repeat(160) },
      { conversationId, body: 'Half a sent' },
    ]);
    await ben.call(routes.sendMessage, { body: { conversationId: other, body: 'Never mind' } });
    await keep(ben, '');
    expect(await listed()).toEqual([]);
  });

  it('is changed only on top of the version that it was changed from', async () => {
    const first = await keep(ben, 'One', { baseVersion: 0 });
    const second = await keep(ben, 'One two', { baseVersion: first.version });
    for (const baseVersion of [0, first.version, 99]) {
      const { status, body } = await ben.ask(routes.saveKeptDraft, {
        params: params(),
        body: { body: 'Stale', baseVersion },
      });
      expect([status, body]).toMatchObject([
        409,
        { code: 'draft_changed', details: { current: { body: 'One two', version: second.version } } },
      ]);
    }
    expect(await keep(ben, 'Whatever is there')).toMatchObject({ version: second.version + 1 });
  });

  it('on top of something where there is nothing is refused, and of several first ones one is kept', async () => {
    expect(
      await ben.refusal(routes.saveKeptDraft, { params: params(), body: { body: 'A', baseVersion: 3 } }),
    ).toBe('409 draft_changed');
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((body) =>
        ben.ask(routes.saveKeptDraft, { params: params(), body: { body, baseVersion: 0 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each([
    ['in the conversation', () => ({ conversationId })],
    [
      'in it, for later',
      () => ({ conversationId, scheduledAt: new Date(Date.now() + 3600_000).toISOString() }),
    ],
  ])('is emptied by a text %s, of its person alone, and does not come back', async (_, to) => {
    await keep(ana, 'Still mine');
    const { version } = await keep(ben, 'Hello there');
    await ben.call(routes.sendMessage, { body: { ...to(), body: 'Hello there' } });
    expect(await read(ben)).toMatchObject({ body: '', version: version + 1 });
    expect(await read(ana)).toMatchObject({ body: 'Still mine' });
    // What a browser saves late was written before the text.
    expect(
      await ben.refusal(routes.saveKeptDraft, {
        params: params(),
        body: { body: 'Hello there', baseVersion: version },
      }),
    ).toBe('409 draft_changed');
  });

  it('stays when the text is refused', async () => {
    await keep(ben, 'Hello {{candidate.nick');
    expect(
      await ben.refusal(routes.sendMessage, { body: { conversationId, body: 'Hello {{candidate.nick' } }),
    ).toBe('422 invalid');
    expect(await read(ben)).toMatchObject({ body: 'Hello {{candidate.nick' });
  });

  it('has its person’s own attachments, which are kept as long and go with the text', async () => {
    const [own, anas] = [await upload(ben), await upload(ana)];
    const kept = await keep(ben, '', { mediaIds: [own, anas] });
    expect(kept).toMatchObject({ mediaIds: [own], media: [{ id: own, contentType: 'image/png' }] });
    await app.deps.pool.query("update media set created_at = created_at - interval '25 hours'");
    await sweepUploads(app.deps.db);
    expect((await read(ben)).mediaIds).toEqual([own]);
    const { rows } = await app.deps.pool.query('select id from media where id = any($1)', [[own, anas]]);
    expect(rows).toEqual([{ id: own }]);
    await ben.call(routes.sendMessage, { body: { conversationId, body: 'Look', mediaIds: [own] } });
    expect(await read(ben)).toMatchObject({ mediaIds: [], media: [] });
  });

  it('is reported to the open browsers of its person alone, not even to an admin', async () => {
    const [bens, anas] = await Promise.all([openStream(app.url, ben.token), openStream(app.url, ana.token)]);
    await keep(ben, 'Live');
    await keep(ana, 'Live');
    const heard = ({ events }: typeof bens) =>
      events.filter(({ event }) => event.type === 'keptDraft.updated').length;
    await eventually(() => {
      expect(heard(bens)).toBe(1);
      expect(heard(anas)).toBe(1);
    });
    bens.close();
    anas.close();
  });

  it('goes with the candidate and comes back with them', async () => {
    await keep(ben, 'Kept');
    const { candidate } = await ben.call(routes.getConversation, { params: params() });
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    await ana.call(routes.restoreCandidate, { params: { id: candidate.id } });
    expect(await read(ben)).toMatchObject({ body: 'Kept', version: 1 });
  });
});
