import { setTimeout as wait } from 'node:timers/promises';
import * as routes from '../contract/routes.ts';
import type { User } from '../contract/users.ts';

/** A recruiter with an account, a plan and a number, made like everyone's: through the API. */
export interface Recruiter {
  token: string;
  accountId: string;
  userId: string;
  seatId: string;
  phoneNumber: string;
}

const LINK_LIMIT_MS = 20_000;

export async function signUpRecruiter(url: string, name: string, areaCode: string): Promise<Recruiter> {
  const signup = await call(url, null, 'POST', routes.signup.path, {
    firstName: name,
    lastName: 'Bench',
    email: `${name.toLowerCase()}@bench.example.com`,
    password: `correct horse ${name}`,
  });
  const { id_token: token } = routes.signup.reply.parse(signup);
  await call(url, token, 'POST', routes.changePlan.path, { accountType: 'personal', planType: 'monthly' });
  const found = await call(url, token, 'GET', `${routes.findPhoneNumber.path}?areaCode=${areaCode}`);
  const phoneNumber = routes.findPhoneNumber.reply.parse(found)[0]?.phoneNumber;
  if (phoneNumber === undefined) throw new Error(`No number is for sale in ${areaCode}`);
  await call(url, token, 'POST', routes.buyPhoneNumber.path, { phoneNumber });
  await untilLinked(url, token);
  // Not parsed: an older checkout's server leaves out what is new (`turns.ts`).
  const user = (await call(url, token, 'GET', routes.getUser.path)) as User;
  if (user.seat === null) throw new Error('The recruiter has no seat');
  return { token, accountId: user.accountId, userId: user.id, seatId: user.seat.id, phoneNumber };
}

const SEATS = 8;

/** Enough people that their texts don't wait for one another. */
export async function signUpRecruiters(url: string): Promise<Recruiter[]> {
  const recruiters: Recruiter[] = [];
  for (let seat = 0; seat < SEATS; seat += 1)
    recruiters.push(await signUpRecruiter(url, `Recruiter${seat}`, String(212 + seat)));
  return recruiters;
}

async function untilLinked(url: string, token: string): Promise<void> {
  for (const end = Date.now() + LINK_LIMIT_MS; Date.now() < end; await wait(200)) {
    const status = await call(url, token, 'GET', routes.checkLinkStatus.path);
    if (routes.checkLinkStatus.reply.parse(status).linkStatus === 'linked') return;
  }
  throw new Error('The number was not linked in time');
}

export async function call(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`);
  return reply;
}

/** As many numbers set aside for fiction as asked for, across area codes. */
export function candidateNumber(index: number): string {
  const areaCode = 300 + (Math.floor(index / 100) % 600);
  return `+1${areaCode}55501${String(index % 100).padStart(2, '0')}`;
}
