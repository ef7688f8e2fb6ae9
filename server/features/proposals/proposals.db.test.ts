import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Proposal } from '../../../contract/proposals.ts';
import * as routes from '../../../contract/routes.ts';
import { giveKey } from '../../testing/api-keys.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, sentTo } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let phone: string;
let conversationId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.reset();
  ana = await app.signUp();
  phone = candidatePhone();
  ({ conversationId } = await sendText(ana, phone, 'Hi'));
});

const HOUR = 3600_000;
const inMs = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();
const propose = (person: Pick<Recruiter, 'call'> = ana, more: object = {}): Promise<Proposal> =>
  person.call(routes.createProposal, { body: { conversationId, body: 'Still free on Friday?', ...more } });
const approve = (id: string, person: Recruiter = ana, body: { body?: string } = {}) =>
  person.call(routes.approveProposal, { params: { id }, body });
const refused = (id: string, person: Recruiter = ana) =>
  person.refusal(routes.approveProposal, { params: { id }, body: {} });
const listed = async (person: Pick<Recruiter, 'call'>, query: object = {}) =>
  (await person.call(routes.listProposals, { query })).items.map(({ id, status }) => [id, status]);

describe('a proposed text', () => {
  it('goes out when a person approves it, in their name, word for word and once', async () => {
    await ana.call(routes.createCalendarShortcut, {
      body: { name: 'Intro', shortcut: 'intro', url: 'https://calendar.example.com/ana' },
    });
    const body = 'Hi #intro, 5 > 3 & so on';
    const { id, ...proposal } = await propose(ana, { body });
    expect(proposal).toMatchObject({ status: 'waiting', body, messageId: null, can: { approve: true } });
    expect(await listed(ana, { status: 'waiting' })).toEqual([[id, 'waiting']]);
    expect(sentTo(app, phone)).not.toContain(body);
    const approvals = await Promise.all(
      [1, 2, 3].map(() => ana.ask(routes.approveProposal, { params: { id }, body: {} })),
    );
    expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await eventually(() => expect(sentTo(app, phone)).toEqual(['Hi', body]));
    expect(await listed(ana)).toEqual([[id, 'approved']]);
    expect(await refused(id)).toBe('409 proposal_settled');
    const { items } = await ana.call(routes.listMessages, { params: { id: conversationId }, query: {} });
    expect(items[0]).toMatchObject({ body, sender: { id: ana.userId } });
  });

  it('can go out in other words, and at its own time', async () => {
    const scheduledAt = inMs(5 * HOUR);
    const { id } = await propose(ana, { scheduledAt });
    const { messageId } = await approve(id, ana, { body: 'See you!' });
    const { items } = await ana.call(routes.listScheduledMessages, { query: {} });
    expect(items).toMatchObject([{ id: messageId, body: 'See you!', scheduledAt }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the candidate wrote', () => receiveText(app, ana, phone, 'Who is this?')],
    ['someone texted them', () => sendText(ana, phone, 'And another thing')],
    ['they opted out', () => receiveText(app, ana, phone, 'STOP')],
    [
      'an admin opted them out by hand',
      () =>
        app.deps.pool.query(
          `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'reviewed', now())`,
          [ana.accountId, phone],
        ),
    ],
    [
      'their number was changed',
      async () => {
        const { candidate } = await ana.call(routes.getConversation, { params: { id: conversationId } });
        const body = { phoneNumber: candidatePhone() };
        await ana.call(routes.updateCandidate, { params: { id: candidate.id }, body });
      },
    ],
  ])('is stale once %s', async (_, change) => {
    const { id } = await propose();
    await change();
    expect(await listed(ana)).toEqual([[id, 'stale']]);
    expect(await listed(ana, { status: 'waiting' })).toEqual([]);
    expect(await refused(id)).toBe('409 proposal_stale');
    expect(sentTo(app, phone)).not.toContain('Still free on Friday?');
  });

  it('expires after a day, or once its time is over', async () => {
    const [kept, soon] = [await propose(), await propose(ana, { scheduledAt: inMs(HOUR) })];
    app.clock.advance(2 * HOUR);
    expect(await listed(ana)).toEqual([
      [soon.id, 'expired'],
      [kept.id, 'waiting'],
    ]);
    app.clock.advance(23 * HOUR);
    expect(await refused(kept.id)).toBe('409 proposal_settled');
    expect(await refused(soon.id)).toBe('409 proposal_settled');
    expect(await listed(ana, { status: 'expired' })).toHaveLength(2);
  });

  it('is declined by a person, and withdrawn only by the person who proposed it', async () => {
    const [declined, withdrawn] = [await propose(), await propose()];
    const cleo = await app.addColleague(ana, 'admin');
    expect(await cleo.refusal(routes.withdrawProposal, { params: { id: withdrawn.id } })).toBe(
      '404 not_found',
    );
    expect(await cleo.call(routes.declineProposal, { params: { id: declined.id } })).toMatchObject({
      status: 'declined',
    });
    await ana.call(routes.withdrawProposal, { params: { id: withdrawn.id } });
    for (const { id } of [declined, withdrawn]) expect(await refused(id)).toBe('409 proposal_settled');
  });

  it('is for those who may see its conversation', async () => {
    const { id } = await propose();
    const ben = await app.addColleague(ana, 'member');
    expect(await listed(ben)).toEqual([]);
    expect(await refused(id, ben)).toBe('404 not_found');
    expect(await ben.refusal(routes.createProposal, { body: { conversationId, body: 'Hi' } })).toBe(
      '404 not_found',
    );
    await ana.call(routes.assignConversation, {
      params: { id: conversationId },
      body: { userId: ben.userId },
    });
    expect(await listed(ben)).toEqual([[id, 'waiting']]);
    await approve(id, ben);
  });

  it('waits with nine others at most, and for no one who opted out', async () => {
    for (let count = 0; count < 10; count += 1) await propose();
    const asked = { body: { conversationId, body: 'One more' } };
    expect(await ana.refusal(routes.createProposal, asked)).toBe('409 too_many_proposals');
    await receiveText(app, ana, phone, 'STOP');
    expect(await ana.refusal(routes.createProposal, asked)).toBe('403 opted_out');
  });

  it.each([
    ['', 'The text is required'],
    ['Hi {{candidate.firstName}}', "This text can't have merge attributes"],
  ])('is what would be sent, so not %j', async (body, sentence) => {
    const answer = await ana.ask(routes.createProposal, { body: { conversationId, body } });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fields: { body: [expect.stringContaining(sentence)] } } },
    });
  });
});

it('a key proposes, and can approve nothing', async () => {
  const key = await giveKey(app, ana, { scopes: ['texts:propose'] });
  const proposal = await propose(key);
  expect(proposal.by).toMatchObject({ userId: ana.userId, keyId: key.id, client: 'Payroll' });
  const params = { id: proposal.id };
  expect(await key.refusal(routes.approveProposal, { params, body: {} })).toBe('403 person_needed');
  expect(await key.refusal(routes.declineProposal, { params })).toBe('403 not_for_keys');
  expect(await key.refusal(routes.sendMessage, { body: { conversationId, body: 'Hi' } })).toBe(
    '403 scope_missing',
  );
  await approve(proposal.id);
  await eventually(() => expect(sentTo(app, phone)).toEqual(['Hi', proposal.body]));
});
