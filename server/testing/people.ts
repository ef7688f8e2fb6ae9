import * as routes from '../../contract/routes.ts';
import areaCodes from '../area-codes.json' with { type: 'json' };
import { findAreaCode } from '../area-codes.ts';
import { type Client, createClient } from './test-client.ts';

/** A person with their own account, a team plan, a seat and a linked number. */
export interface Recruiter extends Client {
  token: string;
  accountId: string;
  userId: string;
  seatId: string;
  /** The business number. */
  number: string;
}

export type Newcomer = Client & { token: string };

/** American ones, because others are registered and called differently; those below 300 are the tests' own. */
const AREA_CODES = Object.keys(areaCodes).filter((code) => code >= '300' && findAreaCode(code)?.state);

let people = 0;

/** How many there are with the next one; makes names, addresses and area codes that no one else has. */
export function nextPerson(): number {
  people += 1;
  return people;
}

export const areaCodeOf = (person: number): string => AREA_CODES[person % AREA_CODES.length] ?? '';

/** Signed up, and nothing else: no plan, no seat. */
export async function signUpOnly(url: string): Promise<Newcomer> {
  const person = nextPerson();
  const { id_token: token } = await createClient(url, null).call(routes.signup, {
    body: {
      firstName: `Ana${person}`,
      lastName: 'Lopez',
      email: `ana${person}@example.com`,
      password: 'correct horse battery',
    },
  });
  return { ...createClient(url, token), token };
}

export async function signUp(url: string): Promise<Recruiter> {
  const person = await signUpOnly(url);
  await person.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  return outfit(url, person.token);
}

/** Gets a number for someone who has a seat. */
export async function outfit(url: string, token: string): Promise<Recruiter> {
  const person = createClient(url, token);
  const areaCode = areaCodeOf(nextPerson());
  const [forSale] = await person.call(routes.findPhoneNumber, { query: { areaCode } });
  if (forSale === undefined) throw new Error(`No number is for sale in ${areaCode}`);
  await person.call(routes.buyPhoneNumber, { body: { phoneNumber: forSale.phoneNumber } });
  await person.call(routes.checkLinkStatus, {});
  const user = await person.call(routes.getUser, {});
  const number = user.seat?.twilioNumber;
  if (!user.seat || !number || user.seat.metadata.linkStatus !== 'linked')
    throw new Error(`The number was not linked: ${JSON.stringify(user.seat)}`);
  return { ...person, token, accountId: user.accountId, userId: user.id, seatId: user.seat.id, number };
}
