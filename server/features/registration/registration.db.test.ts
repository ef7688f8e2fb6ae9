import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Registration } from '../../../contract/registration.ts';
import * as routes from '../../../contract/routes.ts';
import {
  type AttachOutcome,
  ENDED,
  type Registrar,
  type Review,
  type SubmitOutcome,
} from '../../adapters/registration/port.ts';
import { enqueue } from '../../queue/job.ts';
import { mailsTo } from '../../testing/mails.ts';
import { completeDraft, OPT_IN_PAGE, PRIVACY_PAGE, TERMS_PAGE, WEBSITE } from '../../testing/registration.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { lookUp, receiveText, sendText, sentTo } from '../../testing/texting.ts';
import { eraseAccount } from '../deletions/erase-account.ts';
import { releaseNumber } from '../numbers/quarantine.ts';
import { attachNumbers, detachReleased } from './attach-numbers.ts';
import { runFollowRegistration } from './follow.ts';

/** A registrar that does as instructed, and counts what it was asked for. */
function createPuppet() {
  const brands = new Map<string, string>();
  const campaigns = new Map<string, string>();
  const puppet = {
    brands,
    campaigns,
    attached: [] as string[],
    detached: [] as string[],
    ended: [] as string[],
    eins: [] as string[],
    /** In place of the next outcome; `after` the work has been done. */
    nextBrand: null as { outcome: SubmitOutcome | 'break'; after: boolean } | null,
    brandReview: { state: 'approved' } as Review,
    campaignReview: { state: 'approved' } as Review,
    attachOutcome: { outcome: 'attached' } as AttachOutcome,
    reset() {
      brands.clear();
      campaigns.clear();
      Object.assign(puppet, {
        attached: [],
        detached: [],
        ended: [],
        eins: [],
        nextBrand: null,
        brandReview: { state: 'approved' },
        campaignReview: { state: 'approved' },
        attachOutcome: { outcome: 'attached' },
      });
    },
  };
  const keep = (books: Map<string, string>, reference: string, prefix: string) => {
    const id = books.get(reference) ?? `${prefix}${books.size + 1}-${reference}`;
    books.set(reference, id);
    return id;
  };
  const registrar: Registrar = {
    name: 'simulator',
    settlesAfterMs: 50,
    looksEveryMs: 3600_000,
    async submitBrand({ reference, brand }) {
      puppet.eins.push(brand.ein);
      const { nextBrand } = puppet;
      puppet.nextBrand = null;
      if (nextBrand?.after !== false) keep(brands, reference, 'B');
      if (nextBrand?.outcome === 'break') throw new Error('The process broke off');
      return nextBrand?.outcome ?? { outcome: 'submitted', id: keep(brands, reference, 'B') };
    },
    reviewOfBrand: async () => puppet.brandReview,
    submitCampaign: async ({ reference, submission }) => ({
      outcome: 'submitted',
      id: keep(campaigns, `${reference}-${submission}`, 'C'),
    }),
    reviewOfCampaign: async () => puppet.campaignReview,
    async attachNumber({ phoneNumber }) {
      if (puppet.attachOutcome.outcome === 'attached') puppet.attached.push(phoneNumber);
      return puppet.attachOutcome;
    },
    async detachNumber({ phoneNumber }) {
      puppet.detached.push(phoneNumber);
    },
    async endCampaign(campaignId) {
      puppet.ended.push(campaignId);
    },
  };
  return { puppet, registrar };
}

const { puppet, registrar } = createPuppet();
let app: TestApp;
let site: Server;
let siteUrl: string;
const pages: Record<string, string> = { '/privacy': PRIVACY_PAGE, '/terms': TERMS_PAGE };

beforeAll(async () => {
  site = createServer((request, reply) => {
    if (request.url === '/moved') reply.writeHead(301, { location: '/privacy' }).end();
    else if (request.url === '/gone') reply.writeHead(404).end();
    else reply.end(pages[request.url ?? ''] ?? WEBSITE);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await startTestApp({ registrar });
  const { lookAtPage } = app.deps;
  app.deps.lookAtPage = async (url) =>
    url.hostname === 'quayside.example' ? { kind: 'page', html: OPT_IN_PAGE } : lookAtPage(url);
  // Only Telnyx calls the address for registrations; its own check of signatures is tested with it.
  const { carrier } = app.deps;
  const readWebhook = carrier.readWebhook.bind(carrier);
  carrier.readWebhook = (kind, request, now) =>
    request.headers['x-test-signed'] === 'yes' ? { ok: true, events: [] } : readWebhook(kind, request, now);
});
afterAll(async () => {
  await app.stop();
  site.close();
});
beforeEach(() => puppet.reset());

const draft = () => ({
  ...completeDraft({
    brandName: 'Quayside Talent',
    website: siteUrl,
    privacyPolicyUrl: `${siteUrl}/moved`,
    termsUrl: `${siteUrl}/terms`,
    contactEmail: 'ana@127.0.0.1',
  }),
  ein: '12-3456789',
});

const read = (person: Recruiter) => person.call(routes.getRegistration, {});
const submit = async (person: Recruiter) => {
  await person.call(routes.updateRegistration, { body: draft() });
  return person.call(routes.submitRegistration, {});
};
const untilState = (person: Recruiter, state: Registration['state']) =>
  eventually(async () => {
    const found = await read(person);
    expect(found.state).toBe(state);
    return found;
  });

async function signUp(): Promise<Recruiter> {
  const person = await app.signUp();
  await person.call(routes.updateAccount, { body: { name: 'Quayside Talent' } });
  return person;
}

/** How often open screens were notified of a change to the person's number. */
async function seatEventsOf(person: Recruiter): Promise<number> {
  const { rows } = await app.deps.pool.query<{ count: number }>(
    "select count(*)::int from live_events where account_id = $1 and kind = 'seat.updated'",
    [person.accountId],
  );
  return rows[0]?.count ?? 0;
}

describe('the draft', () => {
  it('is saved as far as it goes, and shows only the end of the EIN', async () => {
    const ana = await signUp();
    expect(await read(ana)).toMatchObject({
      isRequired: true,
      state: 'draft',
      einLast4: null,
      draft: { brandName: 'Quayside Talent', legalName: '' },
      can: { edit: true, submit: true },
    });
    await ana.call(routes.updateRegistration, {
      body: { legalName: 'Quayside Talent LLC', ein: '123456789' },
    });
    const saved = await ana.call(routes.updateRegistration, { body: { city: 'Oakland' } });
    expect(saved).toMatchObject({
      einLast4: '6789',
      draft: { legalName: 'Quayside Talent LLC', city: 'Oakland' },
    });
    expect(JSON.stringify(saved)).not.toContain('123456789');
    const { rows } = await app.deps.pool.query('select * from registrations where account_id = $1', [
      ana.accountId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('123456789');
    expect(await ana.call(routes.updateRegistration, { body: { ein: '' } })).toMatchObject({
      einLast4: null,
    });
  });

  it('is refused with a sentence where it can be nothing at all', async () => {
    const ana = await signUp();
    for (const body of [{ ein: '12' }, { entityType: 'club' }, { samples: Array(6).fill('x') }])
      expect(await ana.refusal(routes.updateRegistration, { body: body as never })).toBe('422 invalid');
  });

  it('is for admins, each in their account', async () => {
    const ana = await signUp();
    const eve = await signUp();
    const member = await app.addColleague(ana);
    await ana.call(routes.updateRegistration, { body: { legalName: 'Quayside Talent LLC' } });
    expect((await read(eve)).draft.legalName).toBe('');
    for (const route of [routes.getRegistration, routes.checkRegistration, routes.submitRegistration])
      expect(await member.refusal(route, {})).toBe('403 forbidden');
  });
});

describe('the check', () => {
  it('looks at the pages, and follows where they lead', async () => {
    const ana = await signUp();
    await ana.call(routes.updateRegistration, { body: draft() });
    expect(await ana.call(routes.checkRegistration, {})).toEqual({ findings: [] });
    await ana.call(routes.updateRegistration, { body: { termsUrl: `${siteUrl}/gone` } });
    const { findings } = await ana.call(routes.checkRegistration, {});
    expect(findings).toMatchObject([{ field: 'termsUrl', severity: 'refusal' }]);
  });

  it('does not look into private networks', async () => {
    const ana = await signUp();
    await ana.call(routes.updateRegistration, { body: { ...draft(), website: 'https://10.0.0.1' } });
    const { findings } = await ana.call(routes.checkRegistration, {});
    expect(findings).toMatchObject([
      { field: 'website', sentence: "Reviewers can't open the website from the internet." },
    ]);
  });

  it('keeps from submitting what would be refused', async () => {
    const ana = await signUp();
    expect(await ana.refusal(routes.submitRegistration, {})).toBe('422 registration_unready');
    await ana.call(routes.updateRegistration, { body: { ...draft(), samples: [] } });
    expect(await ana.refusal(routes.submitRegistration, {})).toBe('422 registration_unready');
    expect(puppet.brands.size).toBe(0);
  });
});

describe('submitting', () => {
  it('goes all the way, and attaches the numbers', async () => {
    const ana = await signUp();
    expect(await submit(ana)).toMatchObject({ state: 'submitted', can: { edit: false, submit: false } });
    const done = await eventually(async () => {
      const found = await read(ana);
      expect(found.numbers).toMatchObject([{ phoneNumber: ana.number, isRegistered: true }]);
      return found;
    });
    expect(done.history.map(({ state }) => state)).toEqual([
      'submitted',
      'brandApproved',
      'campaignInReview',
      'approved',
    ]);
    expect(puppet.eins).toEqual(['123456789']);
  });

  it('twice at once is submitting once', async () => {
    const ana = await signUp();
    await ana.call(routes.updateRegistration, { body: draft() });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => ana.call(routes.submitRegistration, {})),
    );
    expect(new Set(replies.map(({ history }) => history[0]?.at)).size).toBe(1);
    await untilState(ana, 'approved');
    expect(puppet.brands.size).toBe(1);
    expect(puppet.eins).toHaveLength(1);
    const { rows } = await app.deps.pool.query('select submission from registrations where account_id = $1', [
      ana.accountId,
    ]);
    expect(rows).toEqual([{ submission: 1 }]);
    const { items } = await ana.call(routes.listAuditEvents, { query: { action: 'registration.submitted' } });
    expect(items).toHaveLength(1);
  });

  it('what is in review or approved stays as it is', async () => {
    const ana = await signUp();
    await submit(ana);
    await untilState(ana, 'approved');
    expect(await ana.refusal(routes.updateRegistration, { body: { city: 'Berkeley' } })).toBe(
      '409 registration_in_review',
    );
    expect(await ana.call(routes.submitRegistration, {})).toMatchObject({ state: 'approved' });
  });

  it.each<[string, NonNullable<typeof puppet.nextBrand>]>([
    ['an answer that got lost', { outcome: { outcome: 'unknown' }, after: true }],
    ['a call that may never have arrived', { outcome: { outcome: 'unknown' }, after: false }],
    ['a break after the carrier had it', { outcome: 'break', after: true }],
    ['a carrier that is busy', { outcome: { outcome: 'notReached', retryAfterMs: 20 }, after: false }],
    ['an earlier step in review', { outcome: { outcome: 'pending' }, after: false }],
  ])('after %s there is one brand', async (_, next) => {
    const ana = await signUp();
    puppet.nextBrand = next;
    await submit(ana);
    await untilState(ana, 'approved');
    expect(puppet.brands.size).toBe(1);
    expect(puppet.eins.length).toBeGreaterThan(1);
  });

  it('a verdict on an earlier submission doesn’t apply to a later one', async () => {
    const ana = await signUp();
    puppet.campaignReview = { state: 'inReview' };
    await submit(ana);
    await untilState(ana, 'campaignInReview');
    let asked = 0;
    const reviewOfCampaign = async (): Promise<Review> => {
      asked += 1;
      if (asked > 1) return { state: 'inReview' };
      // Rejected, corrected and in review once more, while the answer was on its way.
      await app.deps.pool.query(
        'update registrations set submission = submission + 1 where account_id = $1',
        [ana.accountId],
      );
      return { state: 'approved' };
    };
    await runFollowRegistration(
      { ...app.deps, registrar: { ...registrar, reviewOfCampaign } },
      ana.accountId,
    );
    expect(asked).toBe(2);
    expect((await read(ana)).state).toBe('campaignInReview');
  });

  it('a number that was attached at the moment of a suspension may not text', async () => {
    const ana = await signUp();
    puppet.attachOutcome = { outcome: 'pending' };
    await submit(ana);
    await untilState(ana, 'approved');
    const attachNumber = async (): Promise<AttachOutcome> => {
      await app.deps.pool.query("update registrations set state = 'suspended' where account_id = $1", [
        ana.accountId,
      ]);
      return { outcome: 'attached' };
    };
    await attachNumbers({ ...app.deps, registrar: { ...registrar, attachNumber } }, ana.accountId);
    expect(await read(ana)).toMatchObject({ state: 'suspended', numbers: [{ isRegistered: false }] });
  });

  it('two runs side by side keep one state', async () => {
    const ana = await signUp();
    puppet.brandReview = { state: 'inReview' };
    await submit(ana);
    puppet.brandReview = { state: 'approved' };
    await Promise.all([1, 2, 3].map(() => runFollowRegistration(app.deps, ana.accountId)));
    const { history } = await untilState(ana, 'approved');
    expect(history.map(({ state }) => state)).toEqual([
      'submitted',
      'brandApproved',
      'campaignInReview',
      'approved',
    ]);
  });
});

describe('a rejection', () => {
  it('of the company shows what to change; corrected, it continues', async () => {
    const ana = await signUp();
    puppet.brandReview = { state: 'rejected', problems: [{ sentence: 'The EIN is another one' }] };
    await submit(ana);
    const rejected = await untilState(ana, 'rejected');
    expect(rejected).toMatchObject({
      rejected: { stage: 'brand', findings: [{ field: 'ein', sentence: 'The EIN is another one.' }] },
      can: { edit: true, submit: true },
    });
    const { email } = await ana.call(routes.getUser, {});
    const about = (subject: string) =>
      eventually(async () => {
        const mail = (await mailsTo(app, email)).find((each) => each.subject === subject);
        if (mail === undefined) throw new Error(`No mail “${subject}” has come`);
        return mail;
      });
    const mail = await about('The carriers rejected your registration');
    expect(mail.text).toContain('The EIN is another one.');
    expect(mail.text).toContain('/dashboard/account/registration');
    puppet.brandReview = { state: 'approved' };
    await ana.call(routes.updateRegistration, { body: { ein: '98-7654321' } });
    await ana.call(routes.submitRegistration, {});
    expect(await untilState(ana, 'approved')).toMatchObject({ rejected: null });
    await about('Your company is registered with the carriers');
    expect(puppet.eins.at(-1)).toBe('987654321');
    expect(puppet.brands.size).toBe(1);
  });

  it('of the texts is shown, and the next is another campaign', async () => {
    const ana = await signUp();
    puppet.campaignReview = { state: 'rejected', problems: [{ sentence: 'Invalid sample message' }] };
    await submit(ana);
    expect(await untilState(ana, 'rejected')).toMatchObject({
      rejected: { stage: 'campaign', findings: [{ field: 'samples' }] },
      numbers: [{ isRegistered: false }],
    });
    puppet.campaignReview = { state: 'approved' };
    await ana.call(routes.submitRegistration, {});
    await untilState(ana, 'approved');
    expect([...puppet.campaigns.keys()].map((key) => key.slice(-2))).toEqual(['-1', '-2']);
  });

  it('of what the carrier refuses at once', async () => {
    const ana = await signUp();
    puppet.nextBrand = {
      outcome: { outcome: 'refused', problems: [{ sentence: 'The website is down' }] },
      after: false,
    };
    await submit(ana);
    expect(await untilState(ana, 'rejected')).toMatchObject({
      rejected: { stage: 'brand', findings: [{ field: 'website' }] },
    });
  });
});

describe('a registration that the carriers take back', () => {
  it.each<[Review, Registration['state'], string]>([
    [
      { state: 'suspended', problems: [{ sentence: 'Complaints' }] },
      'suspended',
      'The carriers suspended your registration',
    ],
    [
      { state: 'rejected', problems: [ENDED] },
      'rejected',
      "The carriers stopped accepting your company's texts",
    ],
  ])('%j: %s, and admins are notified', async (review, state, subject) => {
    const ana = await signUp();
    await submit(ana);
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(true));
    puppet.campaignReview = review;
    await runFollowRegistration(app.deps, ana.accountId);
    const { sentence } = ('problems' in review && review.problems[0]) || ENDED;
    const problem = { findings: [{ sentence: expect.stringContaining(sentence) }] };
    expect(await read(ana)).toMatchObject({
      state,
      numbers: [{ isRegistered: false }],
      [state]: problem,
      [state === 'rejected' ? 'suspended' : 'rejected']: null,
    });
    const { email } = await ana.call(routes.getUser, {});
    await eventually(async () => {
      const mail = (await mailsTo(app, email)).find((each) => each.subject === subject);
      expect(mail?.text).toContain(sentence);
    });
  });

  it('a company that was suspended before its texts were offered resumes where it was', async () => {
    const ana = await signUp();
    puppet.brandReview = { state: 'suspended', problems: [] };
    await submit(ana);
    await untilState(ana, 'suspended');
    puppet.brandReview = { state: 'approved' };
    await runFollowRegistration(app.deps, ana.accountId);
    const { history } = await untilState(ana, 'approved');
    expect(history.map((change) => change.state)).toEqual([
      'submitted',
      'suspended',
      'brandApproved',
      'campaignInReview',
      'approved',
    ]);
  });
});

describe('texts', () => {
  it('are refused before the registration, with the way out, and go out after it', async () => {
    const ana = await signUp();
    const to = candidatePhone();
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe(
      '409 number_not_registered',
    );
    const conversation = await receiveText(app, ana, to, 'Hello, is the job still open?');
    expect(await ana.call(routes.getSendability, { params: { id: conversation.id } })).toMatchObject({
      canTextNow: false,
      reasons: ['number_not_registered'],
    });

    await submit(ana);
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(true));
    expect(await ana.call(routes.getSendability, { params: { id: conversation.id } })).toMatchObject({
      canTextNow: true,
    });
    await sendText(ana, to, 'Yes, it is');
    await eventually(() => expect(sentTo(app, to)).toEqual(['Yes, it is']));
  });

  it('that were accepted before a suspension do not go out after it', async () => {
    const ana = await signUp();
    await submit(ana);
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(true));
    const to = candidatePhone();
    const later = await sendText(ana, to, 'See you', { undoSeconds: 2 });
    puppet.campaignReview = { state: 'suspended', problems: [{ sentence: 'Complaints' }] };
    const before = await seatEventsOf(ana);
    await runFollowRegistration(app.deps, ana.accountId);
    expect(await read(ana)).toMatchObject({ state: 'suspended', numbers: [{ isRegistered: false }] });
    expect(await seatEventsOf(ana)).toBe(before + 1);
    const found = await eventually(async () => {
      const message = await lookUp(ana, later);
      expect(message.status).toBe('failed');
      return message;
    });
    expect(JSON.stringify(found)).toContain('number_not_registered');
    expect(sentTo(app, to)).toEqual([]);

    puppet.campaignReview = { state: 'approved' };
    await runFollowRegistration(app.deps, ana.accountId);
    expect(await read(ana)).toMatchObject({ state: 'approved', numbers: [{ isRegistered: true }] });
  });

  it('blocked by the carrier all the same make the number wait until the registrar was asked', async () => {
    const ana = await signUp();
    await submit(ana);
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(true));
    puppet.attachOutcome = { outcome: 'pending' };
    app.twilio.control.receipts({ final: 'undelivered', errorCode: '30034' });
    await sendText(ana, candidatePhone(), 'Hi');
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(false));
    app.twilio.control.receipts({});
    expect(await ana.refusal(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi' } })).toBe(
      '409 number_not_registered',
    );
    puppet.attachOutcome = { outcome: 'attached' };
    // The registrar reports it at once, the networks only after a while: it would be blocked again.
    await runFollowRegistration(app.deps, ana.accountId);
    expect((await read(ana)).numbers[0]?.isRegistered).toBe(false);
    // An hour later. The clock is left alone: jobs run by that of the database.
    await app.deps.pool.query(
      "update numbers set attach_after = attach_after - interval '1 hour' where account_id = $1",
      [ana.accountId],
    );
    await runFollowRegistration(app.deps, ana.accountId);
    expect((await read(ana)).numbers[0]?.isRegistered).toBe(true);
  });

  it('go out from a number that was bought after the approval', async () => {
    const ana = await signUp();
    await submit(ana);
    await untilState(ana, 'approved');
    const cem = await app.addColleague(ana);
    const to = candidatePhone();
    await eventually(async () => {
      const numbers = (await read(ana)).numbers.map(({ isRegistered }) => isRegistered);
      expect(numbers).toEqual([true, true]);
    });
    await sendText(cem, to, 'Hi');
    await eventually(() => expect(sentTo(app, to)).toEqual(['Hi']));
  });

  it('wait while the carrier is still attaching the number', async () => {
    const ana = await signUp();
    puppet.attachOutcome = { outcome: 'pending' };
    await submit(ana);
    await untilState(ana, 'approved');
    const to = candidatePhone();
    expect(await ana.refusal(routes.sendMessage, { body: { to, body: 'Hi' } })).toBe(
      '409 number_not_registered',
    );
    puppet.attachOutcome = { outcome: 'attached' };
    await runFollowRegistration(app.deps, ana.accountId);
    expect((await read(ana)).numbers).toMatchObject([{ isRegistered: true }]);
  });
});

describe('numbers that the campaign does not take', () => {
  it('say why, without the carrier ids in it, until they are taken', async () => {
    const ana = await signUp();
    puppet.attachOutcome = {
      outcome: 'refused',
      detail: `The limit of 49 numbers is reached; PN${'0'.repeat(32)} (+14155550100) was not added.`,
    };
    await submit(ana);
    const { numbers } = await eventually(async () => {
      const found = await read(ana);
      expect(found.numbers[0]?.refusal).not.toBeNull();
      return found;
    });
    expect(numbers[0]).toMatchObject({
      isRegistered: false,
      refusal: 'The limit of 49 numbers is reached; … (…) was not added.',
    });
    puppet.attachOutcome = { outcome: 'attached' };
    await runFollowRegistration(app.deps, ana.accountId);
    expect((await read(ana)).numbers[0]).toMatchObject({ isRegistered: true, refusal: null });
  });
});

describe('a number that is given back', () => {
  it('is not shown in its quarantine, and leaves the campaign when it has ended', async () => {
    const ana = await signUp();
    await submit(ana);
    await eventually(async () => expect((await read(ana)).numbers[0]?.isRegistered).toBe(true));
    const old = (await read(ana)).numbers[0]?.phoneNumber ?? '';
    const { rows } = await app.deps.pool.query<{ id: string }>(
      `update numbers set seat_id = null, inbound_seat_id = seat_id, quarantined_until = $2
        where account_id = $1 returning id`,
      [ana.accountId, app.clock()],
    );
    expect((await read(ana)).numbers).toEqual([]);
    const numberId = rows[0]?.id ?? '';
    await detachReleased(app.deps, ana.accountId, numberId);
    expect(puppet.detached).toEqual([]);
    const payload = { accountId: ana.accountId, numberId };
    await enqueue(app.deps.db, [{ kind: releaseNumber, payload }]);
    await eventually(async () => {
      const { rows: kept } = await app.deps.pool.query('select registered_at from numbers where id = $1', [
        numberId,
      ]);
      expect(kept).toEqual([{ registered_at: null }]);
    });
    await detachReleased(app.deps, ana.accountId, numberId);
    expect(puppet.detached).toEqual([old]);
  });
});

it('what is charged for every month ends with the account', async () => {
  const ana = await signUp();
  await submit(ana);
  await untilState(ana, 'approved');
  const cem = await signUp();
  await eraseAccount(app.deps, { ...cem, due: app.deps.clock() });
  expect(puppet.ended).toEqual([]);
  await eraseAccount(app.deps, { ...ana, due: app.deps.clock() });
  expect(puppet.ended).toEqual([...puppet.campaigns.values()]);
});

describe('a webhook of the carrier', () => {
  const post = (path: string, signed: boolean) =>
    fetch(`${app.url}/webhooks/twilio/registration/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signed ? { 'x-test-signed': 'yes' } : {}),
      },
      body: 'Status=whatever',
    });
  const referenceOf = async (person: Recruiter): Promise<string> => {
    const { rows } = await app.deps.pool.query<{ reference: string }>(
      'select reference from registrations where account_id = $1',
      [person.accountId],
    );
    return rows[0]?.reference ?? '';
  };

  it('makes us ask at once, and is not trusted by itself', async () => {
    const ana = await signUp();
    await submit(ana);
    await untilState(ana, 'approved');
    const reference = await referenceOf(ana);
    puppet.campaignReview = { state: 'suspended', problems: [] };
    expect((await post(reference, false)).status).toBe(401);
    expect((await read(ana)).state).toBe('approved');
    expect((await post(reference, true)).status).toBe(200);
    await untilState(ana, 'suspended');
  });

  it('about something else is thanked for', async () => {
    for (const path of ['01890000-0000-7000-8000-000000000000', 'nonsense'])
      expect((await post(path, true)).status).toBe(200);
  });
});
