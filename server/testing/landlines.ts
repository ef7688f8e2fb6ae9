import { expect } from 'vitest';
import type { LandlineOrder } from '../../contract/landlines.ts';
import * as routes from '../../contract/routes.ts';
import { followLandline } from '../features/landlines/schedule.ts';
import { eventuallyHurried } from './hurry.ts';
import type { Newcomer } from './people.ts';
import type { TestApp } from './test-app.ts';

/* Landlines on their way to texting, at Twilio. */

export const owner = {
  company: 'Quayside Talent LLC',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
};
export const signed = {
  name: 'Ana Lopez',
  title: 'Office manager',
  signature: 'ana  lopez',
  agrees: true as const,
};

let offices = 0;
export function officePhone(): string {
  offices += 1;
  return `+1646${String(5_550_000 + offices)}`;
}

/** With a plan and a seat, and no number yet. */
export async function makePerson(app: TestApp): Promise<Newcomer> {
  const person = await app.signUpOnly();
  await person.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  return person;
}

export const enable = (person: Newcomer, phoneNumber: string) =>
  person.call(routes.enableLandline, { body: { phoneNumber, owner, extension: '204' } });

export async function readOrder(person: Newcomer): Promise<LandlineOrder> {
  const { order } = await person.call(routes.getLandline, {});
  if (order === null) throw new Error('There is no order');
  return order;
}

/** Until the assertions hold of what the carrier is asked about again and again. */
export const untilLooked = <T>(app: TestApp, person: Newcomer, assert: () => Promise<T>) =>
  eventuallyHurried(app, followLandline, person, assert);

export const untilState = (app: TestApp, person: Newcomer, state: LandlineOrder['state']) =>
  untilLooked(app, person, async () => {
    const order = await readOrder(person);
    expect(order.state).toBe(state);
    return order;
  });

export async function prove(app: TestApp, person: Newcomer, phoneNumber: string): Promise<void> {
  const { code } = await readOrder(person);
  app.twilio.landline.press(phoneNumber, code?.toType ?? '');
  await untilState(app, person, 'signing');
}

export const sign = (person: Newcomer) => person.call(routes.signLandlineLetter, { body: signed });

/** Until only the carrier's decision is missing. */
export async function untilReviewed(app: TestApp, person: Newcomer, phoneNumber: string): Promise<void> {
  await enable(person, phoneNumber);
  await prove(app, person, phoneNumber);
  await sign(person);
  await untilLooked(app, person, async () =>
    expect((await readOrder(person)).carrierLetterTo).not.toBeNull(),
  );
  app.twilio.landline.signLetter(phoneNumber);
}
