import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { Carrier } from '../../adapters/carrier/port.ts';
import {
  enable,
  makePerson,
  officePhone,
  owner,
  prove,
  readOrder,
  sign,
  untilLooked,
  untilReviewed,
  untilState,
} from '../../testing/landlines.ts';
import type { Newcomer } from '../../testing/people.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runFollowLandline } from './follow.ts';

/* Twilio cancels an order only before its first call: what was proven and then withdrawn stays there. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function keptSince(id: string): Promise<Date | null> {
  const { rows } = await app.deps.pool.query<{ kept_at: Date | null }>(
    'select kept_at from landline_orders where id = $1',
    [id],
  );
  return rows[0]?.kept_at ?? null;
}

/** Proven, withdrawn, and not let go of by the carrier. */
async function keptBy(person: Newcomer, phoneNumber: string): Promise<string> {
  await enable(person, phoneNumber);
  await prove(app, person, phoneNumber);
  const { id } = await person.call(routes.withdrawLandline, {});
  await eventually(async () => expect(await keptSince(id)).not.toBeNull());
  return id;
}

async function look(
  person: Newcomer,
  id: string,
  landline: Partial<Carrier['landline']> = {},
): Promise<void> {
  const { accountId } = await person.call(routes.getUser, {});
  const { carrier } = app.deps;
  // Its own carrier: jobs that still run ask the carrier itself.
  const deps = { ...app.deps, carrier: { ...carrier, landline: { ...carrier.landline, ...landline } } };
  await runFollowLandline(deps, accountId, id);
}

const tryFor = (person: Newcomer, phoneNumber: string, over: Partial<typeof owner> = {}) =>
  person.refusal(routes.enableLandline, { body: { phoneNumber, owner: { ...owner, ...over } } });

describe('an order that the carrier keeps', () => {
  it('is tried again without an end, and keeps others from the number', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const id = await keptBy(person, phoneNumber);
    const since = await keptSince(id);
    for (let day = 0; day < 30; day += 1) await look(person, id);
    expect(await keptSince(id)).toEqual(since);
    expect(await tryFor(await makePerson(app), phoneNumber)).toBe('409 landline_in_use');
    expect((await person.call(routes.getUser, {})).seat?.twilioNumber).toBeNull();
  });

  it('is over once the carrier lets go of it', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const id = await keptBy(person, phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'failed');
    await look(person, id);
    expect(await keptSince(id)).toBeNull();
    expect(await enable(await makePerson(app), phoneNumber)).toMatchObject({ state: 'verifying' });
  });

  it('resumes for its own account and the same owner, where it was', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const first = await keptBy(person, phoneNumber);
    expect(await tryFor(person, phoneNumber, { company: 'Another Inc' })).toBe('409 landline_kept');
    const again = await enable(person, phoneNumber);
    expect(again).toMatchObject({ state: 'signing', code: null });
    // The withdrawn one no longer ends the one that continues.
    await look(person, first, { withdrawOrder: () => Promise.reject(new Error('It was withdrawn again')) });
    await sign(person);
    await untilLooked(app, person, async () =>
      expect((await readOrder(person)).carrierLetterTo).not.toBeNull(),
    );
    app.twilio.landline.signLetter(phoneNumber);
    app.twilio.landline.decide(phoneNumber, 'completed');
    await untilState(app, person, 'linked');
    expect((await person.call(routes.getUser, {})).seat?.twilioNumber).toBe(phoneNumber);
  });

  it('is not kept once more when it is taken up while the carrier is asked', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    const first = await keptBy(person, phoneNumber);
    await look(person, first, {
      withdrawOrder: async () => {
        expect(await enable(person, phoneNumber)).toMatchObject({ state: 'signing' });
        return 'kept';
      },
    });
    expect(await keptSince(first)).toBeNull();
    expect((await readOrder(person)).state).toBe('signing');
  });

  it('that was linked before it could be withdrawn is given back', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await untilReviewed(app, person, phoneNumber);
    const { id } = await person.call(routes.withdrawLandline, {});
    await eventually(async () => expect(await keptSince(id)).not.toBeNull());
    app.twilio.landline.decide(phoneNumber, 'completed');
    await look(person, id);
    expect(await keptSince(id)).toBeNull();
    expect(app.twilio.state.owned.has(phoneNumber)).toBe(false);
  });

  it('may be the next one’s where no one had proven it', async () => {
    const person = await makePerson(app);
    const phoneNumber = officePhone();
    await enable(person, phoneNumber);
    const { id } = await person.call(routes.withdrawLandline, {});
    const other = await makePerson(app);
    await eventually(async () =>
      expect(await enable(other, phoneNumber)).toMatchObject({ state: 'verifying' }),
    );
    expect(await keptSince(id)).toBeNull();
    await prove(app, other, phoneNumber);
    await sign(other);
    await untilLooked(app, other, async () =>
      expect((await readOrder(other)).carrierLetterTo).not.toBeNull(),
    );
  });
});
