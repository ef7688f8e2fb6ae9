import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { OwnedNumber } from '../../adapters/carrier/port.ts';
import { waitingJobs } from '../../testing/jobs.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followLink, refreshLink, runFollowLink } from './refresh-link.ts';
import { UNKNOWN_PURCHASE_MS } from './rules.ts';
import { findReplacement, type NumberRow } from './store.ts';

/* Two look at the same number at once: a job and a person, or two nodes. What one got may be old when it is kept. */

let app: TestApp;
let numbers = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.clock.reset());
afterAll(() => app.stop());

function aNumber(): string {
  numbers += 1;
  return `+1279555${String(100 + numbers).padStart(4, '0')}`;
}
const numberOf = async (ana: Recruiter) => (await ana.call(routes.getUser, {})).seat?.twilioNumber;

/** A number whose purchase got no answer: ours in our tables, and at the carrier. */
async function unanswered(ana: Recruiter, phoneNumber: string): Promise<NumberRow> {
  app.twilio.control.failNext({ kind: 'acceptThen500', on: 'buy' });
  await ana.call(routes.updatePhoneNumber, { params: { id: ana.seatId }, body: { phoneNumber } });
  const number = await findReplacement(app.deps.db, ana.accountId, ana.seatId);
  if (number === undefined) throw new Error('Nothing is on its way');
  return number;
}

/** Looks at the number, and gets an answer that another look has overtaken. */
const lookBelated = (number: NumberRow, answer: OwnedNumber | null) =>
  refreshLink(
    {
      ...app.deps,
      carrier: {
        ...app.deps.carrier,
        findOwnedNumber: async () => {
          await refreshLink(app.deps, number);
          return answer;
        },
      },
    },
    number,
  );

it('a number that has turned up meanwhile is not thrown away as never bought', async () => {
  const ana = await app.signUp();
  const phoneNumber = aNumber();
  const number = await unanswered(ana, phoneNumber);
  app.clock.advance(UNKNOWN_PURCHASE_MS + 1000);
  expect(await lookBelated(number, null)).toBe('linked');
  expect(app.twilio.state.owned.has(phoneNumber)).toBe(true);
  expect(await numberOf(ana)).toBe(phoneNumber);
});

it('a number that is in its place meanwhile is not taken from the seat as a replacement that failed', async () => {
  const ana = await app.signUp();
  const phoneNumber = aNumber();
  const number = await unanswered(ana, phoneNumber);
  const { sid } = app.twilio.state.owned.get(phoneNumber) as { sid: string };
  const answer = {
    phoneNumber,
    carrierNumberId: sid,
    linkStatus: 'rejected',
    rejection: 'cannotText',
  } as const;
  expect(await lookBelated(number, answer)).toBe('linked');
  expect(await numberOf(ana)).toBe(phoneNumber);
});

it('however many look at a number, one look comes next', async () => {
  const ana = await app.signUp();
  const { id } = await unanswered(ana, aNumber());
  const looks = async () => {
    const waiting = await waitingJobs(app.deps.pool, followLink.name);
    return waiting.filter(({ payload }) => payload.numberId === id).length;
  };
  const before = await looks();
  const carrier = { ...app.deps.carrier, findOwnedNumber: async () => null };
  for (let look = 0; look < 3; look += 1) await runFollowLink({ ...app.deps, carrier }, ana.accountId, id);
  expect((await looks()) - before).toBe(1);
});
