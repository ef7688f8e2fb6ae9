import * as routes from '../../contract/routes.ts';
import { startFakeTwilio } from '../adapters/carrier/fakes/fake-twilio.ts';
import { giveCard, PRICES } from './billing.ts';
import { copyKeptKeys } from './copy-kept-keys.ts';
import { createTemplate, createTestDatabase, inDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { outfit, type Recruiter } from './people.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';
import { PASSWORD, signUpVerified, type VerifiedPerson } from './verified-person.ts';

/* One Hiretext of two whole stacks: each with a PostgreSQL, and the same account at the carrier and SECRET_KEY. */

export interface TwoCells {
  east: TestApp;
  west: TestApp;
  /** The settings that a node of the east has, as far as commands need them. */
  variables: Record<string, string>;
  databases: { east: string; west: string };
  stop(): Promise<void>;
}

export async function startTwoCells(options: TestAppOptions = {}): Promise<TwoCells> {
  const ports = { east: await freePort(), west: await freePort() };
  const urlOf = (name: 'east' | 'west') => `http://127.0.0.1:${ports[name]}`;
  const twilio = await startFakeTwilio();
  const second = await anotherPostgres();
  const variablesOf = (name: 'east' | 'west') => ({
    CELLS: `east=${urlOf('east')} west=${urlOf('west')}`,
    CELL: name,
    BILLING: 'on',
    PRICES: JSON.stringify(PRICES),
    QUIET_HOURS: 'off',
  });
  const start = (name: 'east' | 'west', database: TestDatabase) =>
    startTestApp({
      ...options,
      database,
      twilio,
      port: ports[name],
      variables: { ...variablesOf(name), ...options.variables },
    });
  const first = await createTestDatabase();
  const east = await start('east', first);
  await copyKeptKeys(first.url, second.url);
  const west = await start('west', second);
  return {
    east,
    west,
    variables: {
      ...variablesOf('east'),
      DATABASE_URL: first.url,
      PUBLIC_URL: east.url,
      SECRET_KEY: 'a secret that is long enough for tests',
      SUPPORT_EMAIL: 'support@hiretext.example',
      TWILIO_ACCOUNT_SID: twilio.accountSid,
      TWILIO_AUTH_TOKEN: twilio.authToken,
      TWILIO_API_BASE_URL: twilio.url,
      CARRIER_REGISTRATION: 'off',
    },
    databases: { east: first.url, west: second.url },
    stop: async () => {
      await west.stop();
      await east.stop();
      await twilio.stop();
    },
  };
}

async function anotherPostgres(): Promise<TestDatabase> {
  const postgres = await startThrowAwayPostgres();
  const url = inDatabase(postgres.url, 'west');
  await createTemplate(postgres.url, 'west');
  return { url, drop: postgres.stop };
}

export type CellRecruiter = Recruiter & VerifiedPerson;

/** Someone of a cell who pays, and can text. */
export async function recruiterIn(app: TestApp, email: string): Promise<CellRecruiter> {
  const person = await signUpVerified(app, email);
  const { id_token: token } = (await person.call(routes.login, {
    body: { email, password: PASSWORD },
  })) as { id_token: string };
  await giveCard(app.url, person);
  await person.call(routes.changePlan, { body: { accountType: 'team', planType: 'monthly' } });
  return { ...person, ...(await outfit(app.url, token)), ...app.client(token) };
}
