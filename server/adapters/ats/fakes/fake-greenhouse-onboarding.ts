import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import type { FakeAts, FakeClock } from './fake-ats.ts';
import { fakeRoute, startFakeAtsServer } from './fake-ats-server.ts';
import { FakeOutbox } from './fake-outbox.ts';
import { complexityOf, parseQuery, project, QueryProblem, type Selection } from './graphql-query.ts';
import { MOST_COMPLEXITY } from './onboarding-facts.ts';

const CREDENTIALS = { accessKey: 'access-of-onboarding', secretKey: 'secret-of-onboarding' };

interface Employee {
  id: number;
  firstName: string;
  lastName: string;
  preferredFirstName: string | null;
  personalEmail: string | null;
  email: string | null;
  phoneNumber: string | null;
  phoneNumbers: { number: string; type: string }[];
  startDate: string | null;
  title: string | null;
  updatedAt: string;
}

export interface FakeGreenhouseOnboarding extends FakeAts {
  employees: Employee[];
}

/** Whatever is wrong is told with 200. */
const failure = (message: string, errorCode: string | null, rest: object = {}): FakeReply => ({
  status: 200,
  body: { errors: [{ message, ...rest, ...(errorCode !== null && { errorCode }) }] },
});

export async function startFakeGreenhouseOnboarding(clock: FakeClock): Promise<FakeGreenhouseOnboarding> {
  const employees: Employee[] = [];
  const told: { url: string; secret: string }[] = [];
  const outbox = new FakeOutbox();
  let lastId = 1_000_000;
  let remaining = 100;
  const misuse: string[] = [];

  const server = await startFakeAtsServer(
    {
      routes: [
        fakeRoute({
          method: 'POST',
          path: '/graphql',
          kind: 'read',
          body: z.strictObject({
            query: z.string(),
            variables: z.record(z.string(), z.unknown()).optional(),
          }),
          handle: ({ body }) => {
            remaining -= 1;
            try {
              return answer(body.query, body.variables ?? {});
            } catch (error) {
              if (!(error instanceof QueryProblem)) throw error;
              misuse.push(error.message);
              return failure(error.message, 'Validation');
            }
          },
        }),
      ],
      authenticate: ({ headers }) => {
        const known = `Basic ${Buffer.from(`${CREDENTIALS.accessKey}:${CREDENTIALS.secretKey}`).toString('base64')}`;
        return headers.authorization === known ? null : NOT_SIGNED_IN;
      },
      expireTokens: null,
      says: {
        keyRefused: () => NOT_SIGNED_IN,
        rightMissing: () => NOT_SIGNED_IN,
        notFound: () => ({ status: 404, body: '' }),
        invalid: ([problem = '']) => failure(problem, 'Validation'),
        throttled: (seconds) =>
          failure('Rate limit reached.', null, {
            limit: 100,
            remaining: 0,
            resetAt: new Date(clock.now().getTime() + seconds * 1000).toISOString(),
          }),
      },
    },
    misuse,
  );

  function answer(query: string, variables: Readonly<Record<string, unknown>>): FakeReply {
    const selections = parseQuery(query, variables);
    if (complexityOf(selections) > MOST_COMPLEXITY) throw new QueryProblem('Query is too complex');
    const data: Record<string, unknown> = {};
    for (const { alias, name, args, selections: inner } of selections) {
      const found = resolve(name, args);
      if (found === undefined) {
        const message = `Unable to find Employee with id ${String(args.id)}`;
        return {
          status: 200,
          body: { data: { [alias]: null }, errors: [{ message, errorCode: 'NotFound' }] },
        };
      }
      data[alias] = project(found, inner);
    }
    return { status: 200, body: { data } };
  }

  function resolve(name: string, args: Selection['args']): unknown {
    if (name === 'employee') return employees.find(({ id }) => id === args.id);
    if (name === 'employees') return connection(args);
    const resetAt = new Date(clock.now().getTime() + 60_000).toISOString();
    return { cost: 1, limit: 100, remaining, resetAt };
  }

  function connection(args: Selection['args']) {
    const after = Number(Buffer.from(String(args.after ?? ''), 'base64').toString() || 0);
    const found = employees.filter((employee) => employee.id > after && matches(employee, args));
    const page = found.slice(0, Number(args.first));
    const cursorOf = ({ id }: Employee) => Buffer.from(String(id)).toString('base64');
    const last = page.at(-1);
    return {
      pageInfo: {
        endCursor: last === undefined ? null : cursorOf(last),
        hasNextPage: found.length > page.length,
      },
      nodes: page,
      edges: page.map((node) => ({ cursor: cursorOf(node), node })),
    };
  }

  function change(employee: Employee, fields: Partial<Employee>): void {
    Object.assign(employee, fields, { updatedAt: clock.tick().toISOString() });
    const text = JSON.stringify({
      event_type: 'employee:updated',
      id: `event-${employee.id}-${employee.updatedAt}`,
      payload: {
        updated_employee_id: employee.id,
        acting_employee_id: employee.id,
        updated_at: employee.updatedAt,
        updated_fields: Object.keys(fields).map((name) => ({ id: name, name })),
      },
    });
    for (const { url, secret } of told)
      outbox.add({
        url,
        sign: () => ({
          headers: { signature: `sha256 ${createHmac('sha256', secret).update(text).digest('hex')}` },
          body: Buffer.from(text),
        }),
      });
  }

  const find = (externalId: string): Employee => {
    const employee = employees.find(({ id }) => id === Number(externalId));
    if (employee === undefined) throw new Error('There is no such employee');
    return employee;
  };

  return {
    ...server,
    employees,
    access: { connectedBy: 'key', credentials: CREDENTIALS, tokens: null, client: null },
    clock,
    webhooks: {
      addByHand: (input) => told.push(input),
      urls: () => told.map(({ url }) => url),
      outbox,
      signsBody: true,
      signsTime: false,
    },
    addJob: () => ({ externalId: '', stages: [] }),
    addPerson: ({ firstName, lastName, email, phones = [] }) => {
      lastId += 1;
      employees.push({
        id: lastId,
        firstName,
        lastName,
        preferredFirstName: null,
        personalEmail: email ?? null,
        email: null,
        ...numbersOf(phones),
        startDate: null,
        title: null,
        updatedAt: clock.tick().toISOString(),
      });
      return { externalId: String(lastId), applicationExternalId: null };
    },
    changePerson: (externalId, { firstName, lastName, email, phones }) =>
      change(find(externalId), {
        ...(firstName !== undefined && { firstName }),
        ...(lastName !== undefined && { lastName }),
        ...(email !== undefined && { personalEmail: email }),
        ...(phones !== undefined && numbersOf(phones)),
      }),
    deletePerson: (externalId) => {
      employees.splice(employees.indexOf(find(externalId)), 1);
    },
    mergePeople: null,
    addInterview: null,
    cancelInterview: null,
    deleteInterview: null,
    addNewHire: ({ person, startsOn }) => {
      change(find(person.externalId), { startDate: startsOn });
      return { externalId: person.externalId };
    },
    notesOf: () => [],
    stageOf: () => null,
    move: () => {
      throw new Error('There are no stages');
    },
  };
}

const NOT_SIGNED_IN = failure('Invalid credentials', 'Authentication');

function numbersOf(phones: string[]): Pick<Employee, 'phoneNumber' | 'phoneNumbers'> {
  const types = ['mobile', 'home', 'work'];
  return {
    phoneNumber: phones[0] ?? null,
    phoneNumbers: phones.map((number, index) => ({ number, type: types[index] ?? 'other' })),
  };
}

function matches(employee: Employee, args: Selection['args']): boolean {
  const { updatedAt, personalEmailFilter, emailFilter, startDateFilter } = args as {
    updatedAt?: { after?: string };
    personalEmailFilter?: { personalEmails?: string[] };
    emailFilter?: { emails?: string[] };
    startDateFilter?: { anyValue?: boolean };
  };
  if (updatedAt?.after !== undefined && employee.updatedAt <= updatedAt.after) return false;
  const { personalEmails } = personalEmailFilter ?? {};
  if (personalEmails !== undefined && !personalEmails.includes(employee.personalEmail ?? '')) return false;
  if (emailFilter?.emails !== undefined && !emailFilter.emails.includes(employee.email ?? '')) return false;
  return startDateFilter?.anyValue !== true || employee.startDate !== null;
}
