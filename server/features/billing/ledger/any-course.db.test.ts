import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import type { CarrierStatus, FoundMessage } from '../../../adapters/carrier/port.ts';
import { inTransaction } from '../../../db/connection.ts';
import { buyTexts, makePrepaid, turnOnBilling } from '../../../testing/billing.ts';
import { howMany } from '../../../testing/how-long.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lockMessage } from '../../texting/conversations/message-store.ts';
import { type ClaimedText, claimText } from '../../texting/sending/claim-text.ts';
import { applyCarrierReport, recordOutcome, runSettleText } from '../../texting/sending/settle-text.ts';
import { runSweepTexts } from '../../texting/sending/sweep-texts.ts';
import { findWrongSums, runCloseUsage } from './close-entries.ts';
import { remainingTexts } from './ledger.ts';

/* Whatever happens to texts, and in whatever order: what is left is what was bought, less the segments of all but those not sent. */

let app: TestApp;
/** What the carrier answers when it is asked. */
let found: FoundMessage[] = [];

beforeAll(async () => {
  // Only the test sends.
  const carrier = { findSent: async () => found, provesAbsenceAfterMs: 200 };
  app = await startTestApp({ variables: { ROLES: 'web' }, carrier });
  turnOnBilling(app);
});
afterAll(() => app.stop());

const segments = fc.integer({ min: 1, max: 4 });
const text = fc.nat(5);
const status = fc.constantFrom<CarrierStatus>(
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
);
const report = fc.record({ status, segments: fc.option(segments) });

type Step =
  | { do: 'buy'; segments: number }
  | { do: 'accept'; segments: number; undoSeconds: number }
  | { do: 'cancel'; text: number }
  | { do: 'claim' }
  | { do: 'outcome'; kind: 'accepted' | 'refused' | 'notReached' | 'unknown'; report: Report }
  | { do: 'receipt'; text: number; report: Report; times: number }
  | { do: 'sweep' }
  | { do: 'ask'; text: number; report: Report | null }
  | { do: 'close' };
interface Report {
  status: CarrierStatus;
  segments: number | null;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('buy' as const), segments }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      segments,
      undoSeconds: fc.constantFrom(0, 30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('outcome' as const),
      kind: fc.constantFrom('accepted', 'refused', 'notReached', 'unknown'),
      report,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      text,
      report,
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), text, report: fc.option(report) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);

/** A body of so many segments. */
const bodyOf = (count: number) => 'x'.repeat(count === 1 ? 100 : 153 * count);

async function play(steps: Step[]): Promise<void> {
  const ana = await app.signUp();
  await makePrepaid(app, ana, 10);
  const { accountId } = ana;
  let bought = 10;
  const texts: string[] = [];
  const atCarrier: ClaimedText[] = [];
  const textOf = (place: number) => texts[place % Math.max(1, texts.length)];
  const carrierIdOf = (id: string) => `SM${id}`;

  const run: { [Kind in Step['do']]: (step: Extract<Step, { do: Kind }>) => Promise<unknown> } = {
    buy: async (it) => {
      await buyTexts(app, accountId, it.segments);
      bought += it.segments;
    },
    accept: async (it) => {
      const before = await remainingTexts(app.deps.db, accountId);
      const body = { to: candidatePhone(), body: bodyOf(it.segments), undoSeconds: it.undoSeconds };
      const answer = await ana.ask(routes.sendMessage, { body });
      expect(answer.status).toBe(before >= it.segments ? 201 : 402);
      if (answer.status !== 201) return;
      texts.push((answer.body as { id: string }).id);
      expect(await remainingTexts(app.deps.db, accountId)).toBeGreaterThanOrEqual(0);
    },
    cancel: async (it) => {
      const id = textOf(it.text);
      if (id) await ana.ask(routes.cancelMessage, { params: { id } });
    },
    claim: async () => {
      app.clock.advance(60_000);
      const claim = await claimText(app.deps, { accountId, numberId: await numberOf(ana) });
      if (typeof claim === 'object' && 'text' in claim) atCarrier.push(claim.text);
    },
    outcome: async (it) => {
      const claimed = atCarrier.shift();
      if (claimed === undefined) return;
      const outcomes = {
        accepted: { outcome: 'accepted', carrierId: carrierIdOf(claimed.id), ...it.report },
        refused: { outcome: 'refused', errorCode: 'unreachable', carrierCode: null },
        notReached: { outcome: 'notReached', retryAfterMs: 1 },
        unknown: { outcome: 'unknown' },
      } as const;
      await recordOutcome(app.deps, claimed, outcomes[it.kind]);
    },
    receipt: async (it) => {
      const id = textOf(it.text);
      for (let times = 0; id && times < it.times; times += 1)
        await inTransaction(app.deps.db, async (tx) => {
          const message = await lockMessage(tx, accountId, id);
          // A carrier reports nothing that it was never given.
          if (message === undefined || message.attempts === 0) return;
          const errorCode = ['failed', 'undelivered'].includes(it.report.status) ? 'unreachable' : null;
          await applyCarrierReport(tx, app.deps, accountId, message, {
            ...it.report,
            carrierId: carrierIdOf(id),
            errorCode,
            carrierCode: null,
          });
        });
    },
    sweep: async () => {
      app.clock.advance(60_000);
      await runSweepTexts(app.deps);
    },
    ask: async (it) => {
      const id = textOf(it.text);
      if (!id) return;
      found =
        it.report === null
          ? []
          : [{ carrierId: carrierIdOf(id), ...it.report, errorCode: null, carrierCode: null }];
      await runSettleText(app.deps, accountId, id);
    },
    close: () => runCloseUsage(app.deps),
  };

  for (const each of steps) {
    await (run[each.do] as (step: Step) => Promise<unknown>)(each);
    const { rows } = await app.deps.pool.query<{ segments: number }>(
      `select coalesce(sum(segments), 0)::int as segments from messages
        where account_id = $1 and status not in ('canceled', 'failed')`,
      [accountId],
    );
    expect(await remainingTexts(app.deps.db, accountId), each.do).toBe(bought - (rows[0]?.segments ?? 0));
  }
  expect(await findWrongSums(app.deps.db)).toEqual([]);
}

async function numberOf({ number }: Recruiter): Promise<string> {
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select id from numbers where phone_number = $1',
    [number],
  );
  return rows[0]?.id ?? '';
}

it('never charges anything but what was sent, or may still be', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), play), {
    numRuns: howMany(15, 60),
  });
}, 180_000);
