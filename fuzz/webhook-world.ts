import * as routes from '../contract/routes.ts';
import { FakeClock } from '../server/adapters/ats/fakes/fake-ats.ts';
import { type FakeTelnyx, startFakeTelnyx } from '../server/adapters/carrier/fakes/fake-telnyx.ts';
import { createTelnyxCarrier } from '../server/adapters/carrier/telnyx/telnyx.ts';
import { type FakeStripe, startFakeStripe } from '../server/adapters/payments/fakes/fake-stripe.ts';
import { inTransaction } from '../server/db/connection.ts';
import {
  findConnection,
  nextGeneration,
  putConnection,
  sealAccess,
  sealWebhookKeys,
} from '../server/features/ats/connections-store.ts';
import { webhookUrlOf } from '../server/features/ats/webhook-url.ts';
import { giveCard, PRICES } from '../server/testing/billing.ts';
import type { TestDatabase } from '../server/testing/database.ts';
import { outfit } from '../server/testing/people.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../server/testing/test-app.ts';
import { sendText } from '../server/testing/texting.ts';
import { ATS_CONNECTORS } from '../server/vendors/ats-connectors.ts';
import { FAKES } from './vendors.ts';

/* A server with two companies that webhooks could be about, and everyone who sends them. */

export const ATS_SECRET = 'what the systems sign with';
export const WEBHOOK_SYSTEMS = ATS_CONNECTORS.filter(({ webhooks }) => webhooks !== null);
/** Of what Lever signs each event with its own. */
const ATS_KEYS = ['secret', 'privateKey', 'candidateStageChange', 'candidateDeleted', 'interviewUpdated'];
const FAR = new Date('2100-01-01T00:00:00Z');

/** Twilio and the sandbox, or Telnyx and Stripe: a server has one of each. */
export interface WebhookVendors {
  telnyx: FakeTelnyx | null;
  stripe: FakeStripe | null;
}

export interface WebhookWorld extends WebhookVendors {
  app: TestApp;
  /** Webhooks are about what is hers. */
  ana: Subject;
  /** What opens each system. */
  access: AccessOfSystems;
  /** About what is his, only where something doesn't fit. */
  bo: Subject;
  stop(): Promise<void>;
}

export interface Subject {
  person: Recruiter;
  messageId: string;
  carrierId: string;
  callId: string;
  carrierCallId: string;
  customerId: string;
  /** The address of each system's webhook. */
  atsUrls: Map<string, string>;
}

export async function startWebhookWorld(
  database: TestDatabase | undefined,
  { isTelnyx }: { isTelnyx: boolean },
): Promise<WebhookWorld> {
  const systems = new Map(
    await Promise.all(
      WEBHOOK_SYSTEMS.map(async ({ type }) => [type, await FAKES[type](new FakeClock(new Date()))] as const),
    ),
  );
  const telnyx = isTelnyx ? await startFakeTelnyx() : null;
  const stripe = isTelnyx ? await startFakeStripe(new Date()) : null;
  const app = await startTestApp({
    ...(database && { database }),
    variables: {
      BILLING: 'on',
      PRICES: JSON.stringify(PRICES),
      QUIET_HOURS: 'off',
      ...(stripe && {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE_URL: stripe.url,
      }),
    },
    // Numbers are bought and texts sent at Twilio all the same: what matters here is who calls us.
    ...(telnyx && { carrier: callsOf(telnyx) }),
    ats: { settings: new Map([...systems].map(([type, { url }]) => [type, { baseUrl: url, client: null }])) },
  });
  const vendors = { telnyx, stripe };
  const access = new Map([...systems].map(([type, system]) => [type, system.access]));
  const settle = async () => {
    await app.stop();
    await Promise.all([telnyx?.stop(), stripe?.stop(), ...[...systems.values()].map(({ stop }) => stop())]);
  };
  const ana = await makeSubject(app, vendors, access);
  const bo = await makeSubject(app, vendors, access);
  return { app, ...vendors, access, ana, bo, stop: settle };
}

function callsOf({ apiKey, publicKey, url }: FakeTelnyx) {
  const { name, readWebhook, readCall, answerCall, acknowledgement } = createTelnyxCarrier({
    apiKey,
    publicKey,
    apiBaseUrl: url,
  });
  return { name, readWebhook, readCall, answerCall, acknowledgement };
}

type AccessOfSystems = Map<(typeof WEBHOOK_SYSTEMS)[number]['type'], Parameters<typeof sealAccess>[1]>;

async function makeSubject(
  app: TestApp,
  { stripe }: WebhookVendors,
  systems: AccessOfSystems,
): Promise<Subject> {
  const newcomer = await app.signUpOnly();
  const { accountId } = await newcomer.call(routes.getUser, {});
  if (stripe === null) await giveCard(app.url, newcomer);
  else {
    await newcomer.call(routes.createSetupIntent, {});
    const customerId = await customerOf(app, accountId);
    const card = { outcome: 'accepted', last4: '4242', expMonth: 12, expYear: 2040, customerId } as const;
    await newcomer.call(routes.updateCard, {
      body: { paymentMethodId: stripe.issueCard(card), name: 'Ana Lopez' },
    });
  }
  await newcomer.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  const person = await outfit(app.url, newcomer.token);
  const { id: messageId } = await sendText(person, candidatePhone(), 'Hi');
  const carrierId = await eventually(async () => {
    const { rows } = await app.deps.pool.query<{ id: string | null }>(
      'select carrier_id as id from messages where account_id = $1 and id = $2',
      [accountId, messageId],
    );
    if (!rows[0]?.id) throw new Error('The text is not at the carrier yet');
    return rows[0].id;
  });
  const callId = app.deps.newId();
  const carrierCallId = `CA${callId.replaceAll('-', '')}`;
  await app.deps.pool.query(
    `insert into calls (account_id, id, carrier_call_id, number_id, seat_id, business_number, caller, forwarded_to, status, started_at)
     select account_id, $2, $3, id, $4, phone_number, $5, '+12065550142', 'ringing', now() from numbers where account_id = $1`,
    [accountId, callId, carrierCallId, person.seatId, candidatePhone()],
  );
  return {
    person,
    messageId,
    carrierId,
    callId,
    carrierCallId,
    customerId: await customerOf(app, accountId),
    atsUrls: await connectSystems(app, accountId, systems),
  };
}

async function customerOf(app: TestApp, accountId: string): Promise<string> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select customer_id as id from billing_customers where account_id = $1',
    [accountId],
  );
  if (rows[0] === undefined) throw new Error('The account is not known to the gateway');
  return rows[0].id;
}

/** All of them, none of which is read but when a webhook asks for it. */
async function connectSystems(
  { deps }: TestApp,
  accountId: string,
  systems: AccessOfSystems,
): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const [atsType, access] of systems) {
    await inTransaction(deps.db, async (tx) => {
      await putConnection(tx, {
        accountId,
        atsType,
        generation: await nextGeneration(tx),
        connectedBy: access.connectedBy,
        atsAccountId: 'Acme',
        sealedAccess: sealAccess(deps.sealer, {
          ...access,
          credentials: { ...access.credentials, webhookSecret: ATS_SECRET },
        }),
        enabled: true,
        notesMode: 'off',
        hiringManagerNotesMode: null,
        webhookState: 'manual',
        sealedWebhookKeys: sealWebhookKeys(deps.sealer, {
          secrets: Object.fromEntries(ATS_KEYS.map((key) => [key, ATS_SECRET])),
          ids: [],
        }),
        at: FAR,
      });
    });
    const row = await findConnection(deps.db, accountId, atsType);
    if (row) urls.set(atsType, webhookUrlOf(deps, row));
  }
  return urls;
}
