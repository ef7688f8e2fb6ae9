import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RouteName } from '../../../contract/api.ts';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { IMPERSONATION_MINUTES } from '../../../contract/staff/people.ts';
import { openStream } from '../../testing/event-stream.ts';
import { everythingOf } from '../../testing/everything-of.ts';
import { oncePerShape } from '../../testing/how-long.ts';
import { signUpStaff, startStaffApp } from '../../testing/staff.ts';
import { candidatePhone, eventually, type Recruiter, type TestApp } from '../../testing/test-app.ts';
import { type Client, everyParam, refusalOf } from '../../testing/test-client.ts';
import type { VerifiedPerson } from '../../testing/verified-person.ts';
import { rollUpNow } from '../analytics/figures/roll-up.ts';
import { indexNow } from '../texting/text-index/keep-index.ts';

/* Staff impersonate someone, and can only read. */

const ANY_ID = '01890000-0000-7000-8000-000000000000';
const reason = 'Ticket 4711';
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
let sam: VerifiedPerson;
let ana: Recruiter;

beforeAll(async () => {
  ({ app, sam } = await startStaffApp());
  ana = await app.signUp();
});
afterAll(() => app.stop());

async function impersonate(
  as: { accountId: string; userId: string },
  staff: Client = sam,
): Promise<Client & { id: string; token: string }> {
  const { accountId, userId } = as;
  const { id, id_token, expires_in } = await staff.call(routes.startImpersonation, {
    body: { accountId, userId, reason },
  });
  expect(expires_in).toBe(IMPERSONATION_MINUTES * 60);
  return { ...app.client(id_token), id, token: id_token };
}

describe('every call', () => {
  let eye: Client;
  let conversationId: string;
  const rows = (Object.entries(routes) as [RouteName, Route][])
    .filter(([, route]) => route.auth === 'session' && route.transport !== 'event-stream')
    .map(([name, route]) => ({ name, route }));
  const reads = rows.filter(({ route }) => route.method === 'GET' && !route.changes);

  beforeAll(async () => {
    const from = candidatePhone();
    await app.twilio.control.inbound(from, ana.number, 'I can start on Monday');
    conversationId = await eventually(async () => {
      const { items } = await ana.call(routes.listConversations, {});
      expect(items[0]?.unreadCount).toBe(1);
      return items[0]?.id ?? '';
    });
    await rollUpNow(app.deps);
    eye = await impersonate(ana);
  });

  it.each(oncePerShape(rows.filter((row) => !reads.includes(row))))('$name is refused', async ({ route }) => {
    const body = route.method === 'GET' ? undefined : {};
    const answer = await eye.ask(route, { params: everyParam(route, conversationId), body });
    expect(refusalOf(answer)).toBe('403 read_only');
  });

  it.each(reads)('$name leaves everything as it is', async ({ route }) => {
    // As if she had not been here for long: impersonating her doesn't make her seem active.
    await app.deps.pool.query(`update users set last_active_at = '2026-01-01' where id = $1`, [ana.userId]);
    await indexNow(app.deps.db);
    const before = await everythingOf(app, ana.accountId);
    for (const id of [conversationId, ana.userId, ana.seatId]) {
      const { status } = await eye.ask(route, { params: { id }, query: { areaCode: '415' } });
      expect(status).toBeLessThan(500);
    }
    expect(await everythingOf(app, ana.accountId)).toEqual(before);
  });

  it('sees what the person sees, without marking it as read', async () => {
    const seen = await eye.call(routes.getConversation, { params: { id: conversationId } });
    expect(seen).toMatchObject({ unreadCount: 1, lastMessage: { body: 'I can start on Monday' } });
    expect((await ana.call(routes.getInboxCounts, {})).unread).toBe(1);
  });

  it('is visible as one, and gives nothing away that lasts', async () => {
    const user = await eye.call(routes.getUser, {});
    expect(user).toMatchObject({
      id: ana.userId,
      isStaff: false,
      supportUserHash: '',
      impersonation: { accountId: ana.accountId },
    });
    const own = await ana.call(routes.getUser, {});
    expect(own.impersonation).toBeNull();
    expect(own.supportUserHash).toMatch(/^[0-9a-f]{64}$/);
    // It is none of her own sign-ins.
    expect(await ana.call(routes.listSessions, {})).toHaveLength(1);
  });
});

describe('it ends', () => {
  it('after half an hour', async () => {
    const eye = await impersonate(ana);
    app.clock.advance((IMPERSONATION_MINUTES * 60 - 5) * 1000);
    await eye.call(routes.getUser, {});
    app.clock.advance(10_000);
    expect(await eye.refusal(routes.getUser, {})).toBe('401 session_ended');
    app.clock.reset();
  });

  it('when staff end it, and no one else can', async () => {
    const eye = await impersonate(ana);
    const other = await signUpStaff(app);
    const end = { params: { id: eye.id } };
    expect(await other.refusal(routes.endImpersonation, end)).toBe('404 not_found');
    expect(await ana.refusal(routes.endImpersonation, end)).toBe('404 not_found');
    await eye.call(routes.getUser, {});
    await sam.call(routes.endImpersonation, end);
    expect(await eye.refusal(routes.getUser, {})).toBe('401 session_ended');
    await sam.call(routes.endImpersonation, end);
    expect(await sam.refusal(routes.endImpersonation, { params: { id: ANY_ID } })).toBe('404 not_found');
  });

  it('when they sign out themself', async () => {
    const other = await signUpStaff(app);
    const eye = await impersonate(ana, other);
    await eye.call(routes.getUser, {});
    await other.call(routes.logout, {});
    expect(await eye.refusal(routes.getUser, {})).toBe('401 session_ended');
  });

  it.each(['email_verified_at = null', 'mfa_enabled = false', "email = 'gone@example.com'"])(
    'when they are staff no longer: %s',
    async (change) => {
      const other = await signUpStaff(app);
      const eye = await impersonate(ana, other);
      await eye.call(routes.getUser, {});
      await app.deps.pool.query(`update users set ${change} where id = $1`, [other.userId]);
      expect(await eye.refusal(routes.getUser, {})).toBe('401 session_ended');
    },
  );
});

describe('what comes in meanwhile', () => {
  /** The server looks again with every heartbeat. */
  const HEARTBEAT_MS = 20_000;

  it('is heard, with its pictures, and marks no one as having heard it', async () => {
    const eye = await impersonate(ana);
    const stream = await openStream(app.url, eye.token);
    onTestFinished(() => stream.close());
    const media = [{ contentType: 'image/png', bytes: PNG }];
    await app.twilio.control.inbound(candidatePhone(), ana.number, 'My certificate', media);
    const heard = await eventually(() => {
      const found = stream.events.findLast(
        ({ event }) => 'message' in event && event.message.media[0]?.status === 'stored',
      )?.event;
      if (found === undefined || !('message' in found)) throw new Error('Not heard yet');
      return found.message;
    });
    const picture = await fetch(heard.media[0]?.url ?? '');
    expect(picture.status).toBe(200);
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true);
    const { items } = await ana.call(routes.listConversations, {});
    expect(items.find(({ id }) => id === heard.conversationId)?.unreadCount).toBe(1);
  });

  it.each<[string, (eye: { id: string }, staff: VerifiedPerson) => Promise<unknown> | undefined]>([
    ['staff end it', (eye, staff) => staff.call(routes.endImpersonation, { params: { id: eye.id } })],
    ['staff sign out', (_, staff) => staff.call(routes.logout, {})],
    [
      'they are staff no longer',
      (_, staff) =>
        app.deps.pool.query(`update users set email = 'no-staff@example.com' where id = $1`, [staff.userId]),
    ],
    ['its time is over', () => void app.clock.advance(IMPERSONATION_MINUTES * 60_000)],
  ])('is heard no longer once %s', async (_, end) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
      app.clock.reset();
    });
    const staff = await signUpStaff(app);
    const eye = await impersonate(ana, staff);
    const stream = await openStream(app.url, eye.token);
    onTestFinished(() => stream.close());
    let isOver = false;
    const over = stream.ended.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    await eye.call(routes.getUser, {});
    expect(isOver).toBe(false);
    await end(eye, staff);
    await eventually(() => {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      expect(isOver).toBe(true);
    });
    await over;
    await expect(openStream(app.url, eye.token)).rejects.toThrow('401');
  });
});

it.each<[string, (id: string, staff: Client) => Promise<unknown>]>([
  ['staff end it', (id, staff) => staff.call(routes.endImpersonation, { params: { id } })],
  ['staff sign out', (_, staff) => staff.call(routes.logout, {})],
])(
  'what is heard ends as soon as %s, long before the next sign of life',
  {
    timeout: 18_000,
  },
  async (_, end) => {
    const staff = await signUpStaff(app);
    const eye = await impersonate(ana, staff);
    const stream = await openStream(app.url, eye.token);
    onTestFinished(() => stream.close());
    await end(eye.id, staff);
    await stream.ended;
  },
);

describe('no one is impersonated', () => {
  const refused = (as: { accountId: string; userId: string }) =>
    sam.refusal(routes.startImpersonation, { body: { accountId: as.accountId, userId: as.userId, reason } });

  it('as other staff, as former members or as those who are about to be deleted', async () => {
    expect(await refused(await signUpStaff(app))).toBe('409 cannot_impersonate');
    expect(await refused(sam)).toBe('409 cannot_impersonate');
    const bea = await app.signUp();
    const cem = await app.addColleague(bea);
    await bea.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await refused(cem)).toBe('409 cannot_impersonate');
    await bea.call(routes.deleteUser, { body: { password: 'correct horse battery' } });
    expect(await refused(bea)).toBe('409 cannot_impersonate');
  });

  it('without a reason, or as someone of another account', async () => {
    const body = { accountId: ana.accountId, userId: ana.userId, reason: '  ' };
    expect(await sam.refusal(routes.startImpersonation, { body })).toBe('422 invalid');
    expect(await refused({ accountId: sam.accountId, userId: ana.userId })).toBe('404 not_found');
  });
});

it('is in the log of the company, with who and why, and in that of the staff', async () => {
  const bea = await app.signUp();
  await impersonate(bea);
  const of = async (admin: Client) =>
    (await admin.call(routes.listAuditEvents, { query: { action: 'staff.impersonated', limit: 100 } })).items;
  const user = await bea.call(routes.getUser, {});
  expect(await of(bea)).toMatchObject([
    {
      actor: { id: sam.userId, name: 'Sam Lee' },
      subjectId: bea.userId,
      subject: `${user.firstName} ${user.lastName}`,
      details: { reason, minutes: IMPERSONATION_MINUTES },
      ip: null,
    },
  ]);
  expect((await of(sam))[0]).toMatchObject({ subjectId: bea.userId, ip: expect.any(String) });
});

it('is possible where the company requires a second step of its people', async () => {
  const bea = await app.signUp();
  await app.deps.pool.query('update accounts set mfa_required = true where id = $1', [bea.accountId]);
  expect(await bea.refusal(routes.listCandidates, {})).toBe('403 mfa_required');
  await (await impersonate(bea)).call(routes.listCandidates, {});
});
