import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Announcement } from '../../../contract/announcement.ts';
import { MAX_PUSH_SUBSCRIPTIONS } from '../../../contract/push.ts';
import * as routes from '../../../contract/routes.ts';
import { type FakePushService, startFakePushService } from '../../adapters/push/fakes/fake-push-service.ts';
import type { PushSubscription } from '../../adapters/push/port.ts';
import { inTransaction } from '../../db/connection.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { refusalOf } from '../../testing/test-client.ts';
import { receiveText } from '../../testing/texting.ts';
import { startSession } from '../auth/start-session.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import { pushNoted } from './find-due.ts';

let app: TestApp;
let service: FakePushService;
let ana: Recruiter;
beforeAll(async () => {
  app = await startTestApp();
  service = await startFakePushService();
});
afterAll(async () => {
  await service.stop();
  await app.stop();
});
beforeEach(async () => {
  ana = await app.signUp();
  service.answered.length = 0;
});
afterEach(() => app.clock.reset());

/** The person wants to be notified, in a browser that is subscribed. */
async function subscribed(person: Pick<Recruiter, 'call'> = ana): Promise<PushSubscription> {
  await person.call(routes.updateUser, { body: { notifications: { browser: true } } });
  const { publicKey } = await person.call(routes.getPushKey, {});
  const browser = service.subscribe(publicKey);
  await person.call(routes.subscribeToPush, { body: browser });
  return browser;
}

const shownIn = ({ endpoint }: PushSubscription) =>
  service.received(endpoint).map(({ payload }) => JSON.parse(payload) as Announcement);
const bodiesIn = (browser: PushSubscription) => shownIn(browser).map(({ body }) => body);
const writes = (to: Recruiter, body: string, phone = candidatePhone()) => receiveText(app, to, phone, body);

/** Another browser of a person. */
async function signInAgain({ accountId, userId }: Recruiter) {
  const { id_token } = await startSession(app.deps.db, { accountId, userId, userAgent: null }, app.deps);
  return app.client(id_token);
}

/** Everything that can be pushed by now has been. */
async function settled(): Promise<void> {
  while (await pushNoted(app.deps));
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'sendPush' and run_at <= now()",
    );
    expect(rowCount).toBe(0);
  });
}

async function nothingBut(browser: PushSubscription, bodies: string[]): Promise<void> {
  await settled();
  expect(bodiesIn(browser)).toEqual(bodies);
}

describe('a text', () => {
  it('is pushed to each browser of the person in whose inbox it is, and a tap leads to it', async () => {
    const browser = await subscribed();
    const phone = await subscribed(await signInAgain(ana));
    const { id, candidate } = await writes(ana, 'Is the job still open?');
    await eventually(() => expect(shownIn(browser)).toHaveLength(1));
    await eventually(() => expect(shownIn(phone)).toEqual(shownIn(browser)));
    expect(shownIn(browser)).toEqual([
      {
        id: expect.any(String),
        tag: id,
        title: candidate.phoneNumberFormatted,
        body: 'Is the job still open?',
        conversationId: id,
        unread: 1,
      },
    ]);
    expect(service.received(browser.endpoint)).toMatchObject([
      { topic: id.replaceAll('-', ''), urgency: 'high', ttlSeconds: 86_400 },
    ]);
  });

  it('says no more than the person has chosen', async () => {
    const browser = await subscribed();
    await ana.call(routes.updateUser, { body: { notifications: { hideText: true } } });
    await writes(ana, 'My salary is 90k');
    await eventually(() => expect(bodiesIn(browser)).toEqual(['New text']));
  });

  it('reaches no one who has turned notifications off, nor a browser that has', async () => {
    const browser = await subscribed();
    const other = await signInAgain(ana);
    const off = await subscribed(other);
    await other.call(routes.endPush, {});
    await ana.call(routes.updateUser, { body: { notifications: { browser: false } } });
    await writes(ana, 'To no one');
    await nothingBut(browser, []);
    await ana.call(routes.updateUser, { body: { notifications: { browser: true } } });
    await writes(ana, 'To one');
    await nothingBut(browser, ['To one']);
    expect(shownIn(off)).toEqual([]);
  });

  it('of a colleague reaches their delegate only, and no admin', async () => {
    const cem = await app.addColleague(ana);
    const dee = await app.addColleague(ana);
    const [admin, own, delegate] = [await subscribed(), await subscribed(cem), await subscribed(dee)];
    await cem.call(routes.updateOutOfOffice, {
      body: {
        outOfOfficeMessageEnabled: true,
        outOfOfficeMessage: 'Back on Monday.',
        delegateUserId: dee.userId,
      },
    });
    await writes(cem, 'Anyone there?');
    await eventually(() => expect(bodiesIn(delegate)).toEqual(['Anyone there?']));
    await eventually(() => expect(bodiesIn(own)).toEqual(['Anyone there?']));
    await nothingBut(admin, []);
  });

  it('that is read by now is not pushed', async () => {
    const browser = await subscribed();
    service.answerNext({ status: 503 });
    const { id } = await writes(ana, 'Read elsewhere');
    await eventually(() => expect(service.answered).toEqual([503]));
    await ana.call(routes.readConversation, { params: { id } });
    await hurry();
    await nothingBut(browser, []);
  });
});

/** What waits for its next try waits no longer. */
async function hurry(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query(
      `select graphile_worker.reschedule_jobs(array[id], run_at := now()) from graphile_worker.jobs
        where task_identifier = 'sendPush' and run_at > now() + interval '2 seconds'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

describe('a notification', () => {
  const notify = (person: Recruiter, text: string, type: 'mention' | 'held' = 'mention') =>
    inTransaction(app.deps.db, (tx) =>
      recordNotification(tx, app.deps, {
        accountId: person.accountId,
        userId: person.userId,
        type,
        text,
        conversationId: null,
      }),
    );

  it('is pushed to the person who is notified', async () => {
    const cem = await app.addColleague(ana);
    const [other, browser] = [await subscribed(), await subscribed(cem)];
    await notify(cem, 'Ana mentioned you in a note about Rosa Vega.');
    await notify(cem, 'A text is held.', 'held');
    await eventually(() => expect(shownIn(browser)).toHaveLength(2));
    // Each is a job: which of two is at the browser first isn't promised.
    expect(shownIn(browser).toSorted((a, b) => b.body.localeCompare(a.body))).toMatchObject([
      {
        title: 'Hiretext',
        body: 'Ana mentioned you in a note about Rosa Vega.',
        conversationId: null,
        unread: 0,
      },
      { body: 'A text is held.' },
    ]);
    await nothingBut(other, []);
  });

  it('that was read in the meantime is not', async () => {
    const browser = await subscribed();
    service.answerNext({ status: 429, headers: { 'retry-after': '600' } });
    await notify(ana, 'Old news');
    await eventually(() => expect(service.answered).toEqual([429]));
    await ana.call(routes.readNotifications, { body: {} });
    await hurry();
    await nothingBut(browser, []);
  });
});

describe('a push service', () => {
  const waits = async () => {
    const { rows } = await app.deps.pool.query<{ seconds: string }>(
      `select extract(epoch from run_at - now()) as seconds from graphile_worker.jobs
        where task_identifier = 'sendPush' and key like '%' and run_at > now()`,
    );
    return rows.map(({ seconds }) => Math.round(Number(seconds) / 10) * 10);
  };

  it('that takes nothing for now is asked again when it said, with the last text', async () => {
    const browser = await subscribed();
    service.answerNext({ status: 429, headers: { 'retry-after': '300' } });
    const { candidate } = await writes(ana, 'One');
    await eventually(async () => expect(await waits()).toEqual([300]));
    await writes(ana, 'Two', candidate.phoneNumber);
    await settled();
    await hurry();
    await eventually(() => expect(bodiesIn(browser)).toEqual(['Two']));
    await nothingBut(browser, ['Two']);
  });

  it('that has forgotten the browser is not asked again', async () => {
    const browser = await subscribed();
    service.unsubscribe(browser.endpoint);
    await writes(ana, 'Gone');
    await eventually(async () => expect(await countSubscriptions()).toBe(0));
    expect(service.answered).toEqual([410]);
  });

  it('that refuses is not asked again, and the log names no address', async () => {
    const browser = await subscribed();
    app.logged.length = 0;
    service.answerNext({ status: 403 });
    await writes(ana, 'Refused');
    await eventually(() => expect(app.logged.join()).toContain('a push was refused'));
    expect(app.logged.join()).not.toContain(new URL(browser.endpoint).pathname);
    await nothingBut(browser, []);
  });
});

async function countSubscriptions(): Promise<number> {
  const { rows } = await app.deps.pool.query<{ count: number }>(
    'select count(*)::int as count from push_subscriptions where account_id = $1',
    [ana.accountId],
  );
  return rows[0]?.count ?? 0;
}

describe('a subscription ends', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['by signing out', () => ana.call(routes.logout, {})],
    [
      'by signing out of that browser elsewhere',
      async () => {
        const other = await signInAgain(ana);
        const sessions = await other.call(routes.listSessions, {});
        const theirs = sessions.find(({ isCurrent }) => !isCurrent);
        return other.call(routes.endSession, { params: { id: theirs?.id ?? '' } });
      },
    ],
    ['with all other sessions', async () => (await signInAgain(ana)).call(routes.endOtherSessions, {})],
    [
      'with a new password',
      async () =>
        (await signInAgain(ana)).call(routes.changePassword, {
          body: { currentPassword: 'correct horse battery', password: 'another horse battery' },
        }),
    ],
    ['by leaving', () => ana.call(routes.deleteUser, { body: { password: 'correct horse battery' } })],
    ['by turning it off', () => ana.call(routes.endPush, {})],
  ])('%s', async (_, end) => {
    await subscribed();
    expect(await countSubscriptions()).toBe(1);
    await end();
    expect(await countSubscriptions()).toBe(0);
  });

  it('when its person is removed', async () => {
    const cem = await app.addColleague(ana);
    await subscribed(cem);
    expect(await countSubscriptions()).toBe(1);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await countSubscriptions()).toBe(0);
  });

  it('when the session expires, or lacks the second step that the account now requires', async () => {
    const browser = await subscribed();
    await app.deps.pool.query('update accounts set mfa_required = true where id = $1', [ana.accountId]);
    await app.twilio.control.inbound(candidatePhone(), ana.number, 'Before the second step');
    await eventually(async () => {
      const { rowCount } = await app.deps.pool.query('select 1 from messages where account_id = $1', [
        ana.accountId,
      ]);
      expect(rowCount).toBe(1);
    });
    await settled();
    await app.deps.pool.query('update accounts set mfa_required = false where id = $1', [ana.accountId]);
    await app.deps.pool.query(
      "update sessions set expires_at = now() - interval '1 hour' where account_id = $1",
      [ana.accountId],
    );
    const again = await signInAgain(ana);
    const fresh = await subscribed(again);
    await writes({ ...ana, ...again }, 'After');
    await eventually(() => expect(bodiesIn(fresh)).toEqual(['After']));
    expect(bodiesIn(browser)).toEqual([]);
  });
});

describe('a browser', () => {
  it('belongs to the person who subscribed last', async () => {
    const browser = await subscribed();
    const eve = await app.signUp();
    await eve.call(routes.updateUser, { body: { notifications: { browser: true } } });
    await eve.call(routes.subscribeToPush, { body: browser });
    await writes(ana, 'For Ana');
    await writes(eve, 'For Eve');
    await eventually(() => expect(bodiesIn(browser)).toContain('For Eve'));
    expect(bodiesIn(browser)).toEqual(['For Eve']);
    expect(await countSubscriptions()).toBe(0);
  });

  it('is one of at most twenty', async () => {
    await subscribed();
    const { publicKey } = await ana.call(routes.getPushKey, {});
    for (let count = 0; count < MAX_PUSH_SUBSCRIPTIONS; count += 1) {
      app.clock.advance(1000);
      const client = await signInAgain(ana);
      await client.call(routes.subscribeToPush, { body: service.subscribe(publicKey) });
    }
    expect(await countSubscriptions()).toBe(MAX_PUSH_SUBSCRIPTIONS);
    const { rows } = await app.deps.pool.query(
      'select 1 from push_subscriptions p join sessions s on s.account_id = p.account_id and s.id = p.session_id where s.account_id = $1 and s.created_at = (select min(created_at) from sessions where account_id = $1)',
      [ana.accountId],
    );
    expect(rows).toEqual([]);
  });

  it('is kept sealed', async () => {
    const browser = await subscribed();
    const { rows } = await app.deps.pool.query('select * from push_subscriptions where account_id = $1', [
      ana.accountId,
    ]);
    const row = JSON.stringify(rows);
    for (const secret of [browser.endpoint, browser.auth, browser.p256dh]) expect(row).not.toContain(secret);
  });

  it.each([
    'http://push.example.com/abc',
    'https://push.example.com:22/abc',
    'no address',
    `https://push.example.com/${'a'.repeat(2000)}`,
  ])('can not be subscribed at %s', async (endpoint) => {
    const body = { ...service.subscribe('A'.repeat(87)), endpoint };
    expect(refusalOf(await ana.ask(routes.subscribeToPush, { body }))).toBe('422 invalid');
  });

  it('that replaces its subscription goes on, by the secrets of the former one', async () => {
    const former = await subscribed();
    const { publicKey } = await ana.call(routes.getPushKey, {});
    const subscription = service.subscribe(publicKey);
    const renew = ({ endpoint, auth }: { endpoint: string; auth: string }) =>
      app.anonymous.ask(routes.renewPush, { body: { former: { endpoint, auth }, subscription } });
    expect(refusalOf(await renew({ ...former, auth: subscription.auth }))).toBe('404 not_found');
    expect(refusalOf(await renew({ ...former, endpoint: `${former.endpoint}x` }))).toBe('404 not_found');
    expect((await renew(former)).status).toBe(200);
    expect(refusalOf(await renew(former))).toBe('404 not_found');
    await writes(ana, 'To the new one');
    await eventually(() => expect(bodiesIn(subscription)).toEqual(['To the new one']));
    expect(bodiesIn(former)).toEqual([]);
    await ana.call(routes.logout, {});
    expect(refusalOf(await renew(subscription))).toBe('404 not_found');
  });
});
