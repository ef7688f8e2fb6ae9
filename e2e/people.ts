import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { z } from 'zod';
import type { BodyInput } from '../contract/route.ts';
import * as routes from '../contract/routes.ts';
import type { SandboxCardInput, SandboxCardToken } from '../contract/sandbox.ts';
import type { SeatRole } from '../contract/seats.ts';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import { call, send } from './api.ts';
import { mailAbout } from './mails.ts';

/* Who the journeys are made by. */

export interface Session {
  token: string;
  expiresIn: number;
}

export interface Newcomer {
  firstName: string;
  email: string;
  password: string;
  session: Session;
}

export interface Recruiter extends Newcomer {
  companyName: string;
  /** The business number, linked. */
  number: string;
  numberFormatted: string;
}

export const dana = { email: 'dana@harborview.example', password: DEMO_PASSWORD };
export const marcus = { email: 'marcus@harborview.example', password: DEMO_PASSWORD };

const LINK_LOOK_MS = 100;
/** No candidate of a journey has a number of these areas. Recruiters are made ahead, and would be offered the same numbers. */
const AREA_CODE = '628';
const COLLEAGUES_AREA_CODE = '541';

export async function logIn(address: string, login: { email: string; password: string }): Promise<Session> {
  const reply = await call(address, routes.login, { body: login });
  if (reply.mfaNeeded) throw new Error(`${login.email} needs a code to sign in`);
  return { token: reply.id_token, expiresIn: reply.expires_in };
}

/** As the browser does it. */
export async function provePerson(address: string): Promise<string> {
  const asked = await call(address, routes.getCaptchaChallenge, { query: { action: 'signup' } });
  if (asked.type !== 'altcha') throw new Error('Not a challenge of altcha');
  const { challenge } = asked;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Someone with their own account and nothing else. */
export async function makeNewcomer(
  address: string,
  email = `${randomUUID()}@mail.example`,
): Promise<Newcomer> {
  const person = { firstName: 'Robin', email, password: randomUUID() };
  const captchaToken = await provePerson(address);
  const reply = await call(address, routes.signup, {
    body: { ...person, lastName: 'Ashdown', timezone: 'America/New_York', captchaToken },
  });
  return { ...person, session: { token: reply.id_token, expiresIn: reply.expires_in } };
}

export const TEAM = { accountType: 'team', planType: 'monthly' } as const;

/** With a card of the sandbox gateway, which charges no one. */
export async function choosePlan(
  address: string,
  { session: { token } }: Pick<Newcomer, 'session'>,
  plan: BodyInput<typeof routes.changePlan> = { accountType: 'personal', planType: 'monthly' },
): Promise<void> {
  if ((await call(address, routes.getCard, { token })) === null) await giveCard(address, token);
  await call(address, routes.changePlan, { token, body: plan });
}

async function giveCard(address: string, token: string): Promise<void> {
  const name = 'Robin Ashdown';
  const card: z.input<typeof SandboxCardInput> = {
    name,
    number: '4242424242424242',
    expiry: '1249',
    cvc: '123',
  };
  const { paymentMethodId } = await send<z.output<typeof SandboxCardToken>>(
    `${address}/sandbox/cards`,
    'POST',
    card,
  );
  await call(address, routes.updateCard, { token, body: { paymentMethodId, name } });
}

/** Someone who can text: a plan, a linked number, and texts that go out at once. */
export async function makeRecruiter(address: string): Promise<Recruiter> {
  const newcomer = await makeNewcomer(address);
  const { token } = newcomer.session;
  const companyName = 'Quayside Talent';
  await choosePlan(address, newcomer);
  await call(address, routes.updateAccount, { token, body: { name: companyName } });
  await call(address, routes.updateUser, { token, body: { undoSeconds: 0 } });
  return { ...newcomer, companyName, ...(await getNumber(address, token, AREA_CODE)) };
}

/** The person's own number, linked. */
export async function getNumber(
  address: string,
  token: string,
  areaCode = COLLEAGUES_AREA_CODE,
): Promise<Pick<Recruiter, 'number' | 'numberFormatted'>> {
  const [offered] = await call(address, routes.findPhoneNumber, { token, query: { areaCode } });
  if (offered === undefined) throw new Error(`No number is left in ${areaCode}.`);
  const { phoneNumber } = offered;
  let { linkStatus } = await call(address, routes.buyPhoneNumber, { token, body: { phoneNumber } });
  while (linkStatus === 'linking') {
    await sleep(LINK_LOOK_MS);
    ({ linkStatus } = await call(address, routes.checkLinkStatus, { token }));
  }
  if (linkStatus !== 'linked') throw new Error(`${phoneNumber} is ${linkStatus}.`);
  return { number: phoneNumber, numberFormatted: offered.phoneNumberFormatted };
}

/** Someone to text, in New York. */
export function makeCandidate(
  address: string,
  { session: { token } }: Pick<Newcomer, 'session'>,
  candidate: { firstName: string; lastName: string; phoneNumber: string },
) {
  const body = { ...candidate, timezone: 'America/New_York' };
  return call(address, routes.createCandidate, { token, body });
}

/** Someone who has just joined the account by invitation, on a seat without a number. */
export async function makeColleague(
  address: string,
  admin: Pick<Newcomer, 'session'>,
  { firstName, seatRole = 'recruiter' }: { firstName: string; seatRole?: SeatRole },
): Promise<Newcomer> {
  const email = `${randomUUID()}@mail.example`;
  await call(address, routes.inviteUser, { token: admin.session.token, body: { email, seatRole } });
  const { text } = await mailAbout(address, email, "You're invited to Hiretext");
  const inviteToken = /[?&]invite=([^\s&]+)/.exec(text)?.[1] ?? '';
  const person = { firstName, email, password: randomUUID() };
  const captchaToken = await provePerson(address);
  const reply = await call(address, routes.signup, {
    body: { ...person, lastName: 'Okoro', timezone: 'America/New_York', inviteToken, captchaToken },
  });
  return { ...person, session: { token: reply.id_token, expiresIn: reply.expires_in } };
}

/**
 * The next recruiter is made while a journey goes on with theirs: before a number can text, the simulated carrier takes
 * two seconds in which nothing happens.
 */
export function makeAhead(address: string): () => Promise<Recruiter> {
  let next: Promise<Recruiter> | null = null;
  return async () => {
    const here = next ?? makeRecruiter(address);
    // A journey may have stopped the server meanwhile.
    const recruiter = await here.catch(() => makeRecruiter(address));
    next = makeRecruiter(address);
    next.catch(() => {});
    return recruiter;
  };
}
