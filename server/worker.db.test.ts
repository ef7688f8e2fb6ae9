import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../contract/routes.ts';
import type { Registrar } from './adapters/registration/port.ts';
import type { Deps } from './deps.ts';
import { enqueueSecret } from './features/auth/secrets/mail-secret.ts';
import { followLink } from './features/numbers/refresh-link.ts';
import { enqueueFollowing, followRegistration } from './features/registration/follow.ts';
import { startDispatcher } from './features/texting/sending/dispatcher.ts';
import { enqueueMail } from './mail/enqueue-mail.ts';
import { sendMail } from './mail/send-mail.ts';
import type { JobKind } from './queue/job.ts';
import { type Runner, startRunner } from './queue/runner.ts';
import { hurry } from './testing/hurry.ts';
import { mailsTo, newMail } from './testing/mails.ts';
import { keepCutOff } from './testing/presences.ts';
import { completeDraft } from './testing/registration.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from './testing/test-app.ts';
import { sendText, untilStatus } from './testing/texting.ts';
import { lanes } from './worker.ts';

/* What the whole worker promises: nothing is done twice outside, and no kind of work waits for another. */

/** What the vendors were asked to do, by what it is about. */
let acts: string[];
/** Their answers wait for it. */
let gate: PromiseWithResolvers<void>;
let app: TestApp;
let other: Runner | null = null;
let otherDispatcher: ReturnType<typeof startDispatcher> | null = null;
const SLOWLY_MAILED = 'once@example.com';
let cut: Awaited<ReturnType<typeof keepCutOff>> | null = null;

/** Like the vendors': looks for what bears the reference, and makes it if there is none; both take their time. */
function createSlowRegistrar(): Registrar {
  const made = new Map<string, string>();
  const submit = async (act: string, reference: string) => {
    const name = `${act} ${reference}`;
    const present = made.get(name);
    if (present === undefined) acts.push(name);
    await gate.promise;
    const id = present ?? `${act}-${acts.length}`;
    made.set(name, id);
    return { outcome: 'submitted' as const, id };
  };
  return {
    name: 'simulator',
    settlesAfterMs: 50,
    looksEveryMs: 3600_000,
    submitBrand: ({ reference }) => submit('brand', reference),
    reviewOfBrand: async () => ({ state: 'approved' }),
    submitCampaign: ({ reference }) => submit('campaign', reference),
    reviewOfCampaign: async () => ({ state: 'inReview' }),
    attachNumber: async () => ({ outcome: 'pending' }),
    detachNumber: async () => {},
    endCampaign: async () => {},
  };
}

beforeAll(async () => {
  app = await startTestApp({});
  const { carrier, mailer } = app.deps;
  const { send, buyNumber } = carrier;
  const first = async (act: string) => {
    acts.push(act);
    await gate.promise;
  };
  Object.assign(carrier, {
    send: async (text: Parameters<typeof send>[0]) => {
      await first(`text ${text.messageId}`);
      return send(text);
    },
    buyNumber: async (order: Parameters<typeof buyNumber>[0]) => {
      await first(`number ${order.phoneNumber}`);
      return buyNumber(order);
    },
  } satisfies Partial<Deps['carrier']>);
  app.deps.mailer = {
    name: mailer.name,
    send: async (id, mail) => {
      if (mail.to === SLOWLY_MAILED) await first(`mail ${id}`);
      return mailer.send(id, mail);
    },
  };
});
beforeEach(() => {
  acts = [];
  gate = Promise.withResolvers();
});
afterEach(async () => {
  gate.resolve();
  await otherDispatcher?.close();
  await other?.close();
  await cut?.letBack();
  [other, otherDispatcher, cut] = [null, null, null];
  app.deps.registrar = null;
});
afterAll(() => app.stop());

/** What has to be there before anything is slow. */
async function quickly<T>(work: () => Promise<T>): Promise<T> {
  gate.resolve();
  const result = await work();
  gate = Promise.withResolvers();
  acts = [];
  return result;
}

const count = async (query: string) => (await app.deps.pool.query(query)).rowCount;
const untilIdle = () =>
  eventually(async () =>
    expect(await count('select 1 from graphile_worker.jobs where locked_at is not null')).toBe(0),
  );
/** So many wait for what someone else has locked. */
const untilWaiting = (waiting: number) =>
  eventually(async () =>
    expect(
      await count(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and application_name = 'hiretext'`,
      ),
    ).toBe(waiting),
  );

/** The worker is cut off in the middle of an act, and another one that believes it dead does what it finds. */
async function takeOver(): Promise<string[]> {
  const { pool, log } = app.deps;
  const ran: string[] = [];
  cut = await keepCutOff(pool);
  // As others do the next time they look, if its locks are free by then.
  await pool.query(
    `select graphile_worker.force_unlock_workers(
       array(select locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
  other = await startRunner({
    connectionString: String(pool.options.connectionString),
    pool,
    log,
    lanes: lanes(app.deps).map(({ slots, jobs }) => ({
      slots,
      jobs: jobs.map(({ kind, run }) => ({
        kind,
        run: (...given) => run(...given).finally(() => ran.push(kind.name)),
      })),
    })),
    crons: [],
  });
  otherDispatcher = startDispatcher(app.deps, other.locks);
  return ran;
}

/** The job has run a second time; or it is at the vendor a second time, which it must not be. */
const untilRunAgain = (ran: string[], kind: JobKind) =>
  eventually(async () => {
    await hurry(app, kind, null);
    if (acts.length < 2 && !ran.includes(kind.name)) throw new Error(`${kind.name} has not run again`);
  });

const untilAsked = () => eventually(() => expect(acts).toHaveLength(1));

describe('a worker that is cut off in the middle, when another one takes its job over', () => {
  it('submits a brand and a campaign once', async () => {
    const ana = await quickly(() => app.signUp());
    app.deps.registrar = createSlowRegistrar();
    const reference = app.deps.newId();
    await app.deps.pool.query(
      `insert into registrations (account_id, reference, state, draft, sealed_ein, submission, changed_at)
       values ($1, $2, 'submitted', $3, $4, 1, now())`,
      [ana.accountId, reference, completeDraft(), app.deps.sealer.seal('123456789')],
    );
    await enqueueFollowing(app.deps.db, ana.accountId);
    await untilAsked();
    await untilRunAgain(await takeOver(), followRegistration);
    gate.resolve();
    await eventually(async () => {
      const { state } = await ana.call(routes.getRegistration, {});
      expect(state).toBe('campaignInReview');
    });
    expect(acts).toEqual([`brand ${reference}`, `campaign ${reference}`]);
  });

  it('buys a number once', async () => {
    const ana = await app.signUpOnly();
    await ana.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
    const [forSale] = await ana.call(routes.findPhoneNumber, { query: { areaCode: '415' } });
    const phoneNumber = forSale?.phoneNumber ?? '';
    const bought = ana.call(routes.buyPhoneNumber, { body: { phoneNumber } });
    await untilAsked();
    await untilRunAgain(await takeOver(), followLink);
    gate.resolve();
    expect(await bought).toMatchObject({ phoneNumber });
    await eventually(async () => {
      await hurry(app, followLink, null);
      expect(await ana.call(routes.checkLinkStatus, {})).toMatchObject({ linkStatus: 'linked' });
    });
    expect(acts).toEqual([`number ${phoneNumber}`]);
  });

  it('sends a text once', async () => {
    const ana = await quickly(() => app.signUp());
    const text = await sendText(ana, candidatePhone(), 'Are you free on Thursday?');
    await untilAsked();
    await takeOver();
    const next = await sendText(ana, candidatePhone(), 'Are you free on Friday?');
    // It goes from the same number, so the other one has taken the number over.
    await eventually(() => expect(acts).toHaveLength(2));
    gate.resolve();
    for (const each of [text, next]) await untilStatus(ana, each, 'delivered');
    expect(acts).toEqual([`text ${text.id}`, `text ${next.id}`]);
  });

  it('mails a mail once', async () => {
    const to = SLOWLY_MAILED;
    await enqueueMail(app.deps.db, app.deps, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
    await untilAsked();
    await untilRunAgain(await takeOver(), sendMail);
    gate.resolve();
    await newMail(app, to, 0);
    await hurry(app, sendMail, null);
    await untilIdle();
    expect(acts).toHaveLength(1);
  });

  it('mails a code once, and it works', async () => {
    const ana = await quickly(() => app.signUp());
    const { email } = await ana.call(routes.getUser, {});
    gate.resolve();
    await enqueueSecret(app.deps.db, app.deps, 'resetPassword', { email });
    await newMail(app, email, 0);
    // In the middle of making the next one.
    const holder = await app.deps.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from one_time_secrets where user_id = $1 for update', [ana.userId]);
    await enqueueSecret(app.deps.db, app.deps, 'resetPassword', { email });
    await untilWaiting(1);
    await takeOver();
    await untilWaiting(2);
    await holder.query('rollback');
    holder.release();
    await newMail(app, email, 1);
    await untilIdle();
    expect(await mailsTo(app, email)).toHaveLength(2);
  });
});

describe('a carrier that hangs', () => {
  it('keeps no mail waiting', async () => {
    const people = await quickly(() => Promise.all(Array.from({ length: 24 }, () => app.signUp())));
    const [ana] = people;
    if (ana === undefined) throw new Error('No one is there');
    for (const person of people) await sendText(person, candidatePhone(), 'Are you free on Thursday?');
    await eventually(() => expect(acts.length).toBeGreaterThan(5));
    const { email } = await ana.call(routes.getUser, {});
    const before = (await mailsTo(app, email)).length;
    const asked = Date.now();
    await enqueueSecret(app.deps.db, app.deps, 'magicLink', { email });
    await newMail(app, email, before);
    expect(Date.now() - asked).toBeLessThan(2000);
  });
});
