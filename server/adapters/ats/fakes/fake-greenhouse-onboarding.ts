import { execute, GraphQLError } from 'graphql';
import { z } from 'zod';
import type { FakeReply } from '../../carrier/fakes/fake-server.ts';
import { numberedIds } from './fake-answers.ts';
import type { FakeClock } from './fake-ats.ts';
import { ok, post } from './fake-ats-server.ts';
import { asBody, basicAuth, type FakeOfVendor, hmac, startFakeVendor } from './fake-vendor.ts';
import { Hiring } from './hiring.ts';
import type { Change, Person, Subscription } from './hiring-records.ts';
import { complexityOf, MOST_COMPLEXITY, readQuery, SCHEMA } from './onboarding-schema.ts';

/* It has people only, who are employees there: no jobs, stages or notes. */

const CREDENTIALS = { accessKey: 'access-of-onboarding', secretKey: 'secret-of-onboarding' };

export async function startFakeGreenhouseOnboarding(clock: FakeClock): Promise<FakeOfVendor> {
  const hiring = new Hiring(clock, { newId: numberedIds(1_000_000), stages: [], withoutJob: 'nothing' });
  const misuse: string[] = [];
  const known = basicAuth(CREDENTIALS.accessKey, CREDENTIALS.secretKey);
  const Query = z.strictObject({
    query: z.string(),
    variables: z.record(z.string(), z.unknown()).optional(),
  });
  let remaining = 100;
  const resetAt = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
  const fake = await startFakeVendor(
    hiring,
    {
      access: { connectedBy: 'key', credentials: CREDENTIALS, tokens: null, client: null },
      routes: [
        post('/graphql', { kind: 'read', body: Query }, ({ body: { query, variables = {} } }) => {
          remaining -= 1;
          const rateLimit = { cost: 1, limit: 100, remaining, resetAt: resetAt(60) };
          try {
            if (complexityOf(query, variables) > MOST_COMPLEXITY)
              throw new GraphQLError('Query is too complex');
            return answer(query, variables, { ...resolvers(hiring), rateLimit });
          } catch (error) {
            if (!(error instanceof GraphQLError)) throw error;
            misuse.push(error.message);
            return failure(error.message, 'Validation');
          }
        }),
      ],
      authenticate: ({ headers }) => (headers.authorization === known ? null : notSignedIn()),
      says: {
        keyRefused: notSignedIn,
        rightMissing: notSignedIn,
        notFound: () => ({ status: 404, body: '' }),
        invalid: ([problem = '']) => failure(problem, 'Validation'),
        throttled: (seconds) =>
          failure('Rate limit reached.', null, { limit: 100, remaining: 0, resetAt: resetAt(seconds) }),
      },
      webhooks: { byHand: true, signsBody: true, signsTime: false, tells, sign },
      tells: ['newHires'],
      ids: { hire: ({ person }) => person.id },
    },
    misuse,
  );
  return {
    ...fake,
    addJob: () => ({ externalId: '', stages: [] }),
    addPerson: ({ job: _, ...person }) => fake.addPerson(person),
  };
}

/** Every failure comes with 200. */
const failure = (message: string, errorCode: string | null, rest: object = {}): FakeReply =>
  ok({ errors: [{ message, ...rest, ...(errorCode !== null && { errorCode }) }] });

const notSignedIn = () => failure('Invalid credentials', 'Authentication');

/** A value of a wrong type is a query that is refused; what isn't found comes with what is. */
function answer(query: string, variableValues: Record<string, unknown>, rootValue: object): FakeReply {
  const document = readQuery(query, variableValues);
  const result = execute({ schema: SCHEMA, document, rootValue, variableValues });
  if (result instanceof Promise) throw new Error('Nothing here takes time');
  const [error] = result.errors ?? [];
  if (error === undefined) return ok({ data: result.data });
  if (error.extensions.errorCode !== 'NotFound') throw error;
  return ok({ data: result.data, errors: [{ message: error.message, ...error.extensions }] });
}

interface Asked {
  after?: string;
  first?: number;
  updatedAt?: { after?: string };
  personalEmailFilter?: { personalEmails?: string[] };
  emailFilter?: { emails?: string[] };
  startDateFilter?: { anyValue?: boolean };
}

const resolvers = (hiring: Hiring) => ({
  employee: ({ id }: { id?: number }) => {
    const found = hiring.people.find((person) => Number(person.id) === id);
    if (found !== undefined) return asEmployee(hiring, found);
    const extensions = { errorCode: 'NotFound' };
    throw new GraphQLError(`Unable to find Employee with id ${id}`, { extensions });
  },
  employees: (asked: Asked) => {
    const after = Number(Buffer.from(asked.after ?? '', 'base64').toString() || 0);
    const found = hiring.people
      .map((person) => asEmployee(hiring, person))
      .filter((employee) => employee.id > after && matches(employee, asked));
    const edges = found.slice(0, asked.first).map((node) => ({
      cursor: Buffer.from(String(node.id)).toString('base64'),
      node,
    }));
    return {
      pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: found.length > edges.length },
      nodes: edges.map(({ node }) => node),
      edges,
    };
  },
});

function asEmployee(hiring: Hiring, person: Person) {
  const { id, firstName, lastName, emails, phones, updatedAt, extra } = person;
  const types = ['mobile', 'home', 'work'];
  const hire = hiring.hires.find((each) => each.person === person);
  return {
    id: Number(id),
    firstName,
    lastName,
    preferredFirstName: null,
    personalEmail: emails[0] ?? null,
    email: null as string | null,
    phoneNumber: phones[0] ?? null,
    phoneNumbers: phones.map((number, index) => ({ number, type: types[index] ?? 'other' })),
    startDate: hire?.startsOn ?? null,
    title: null,
    updatedAt: (hire && hire.updatedAt > updatedAt ? hire : person).updatedAt.toISOString(),
    ...extra,
  };
}

function matches(employee: ReturnType<typeof asEmployee>, asked: Asked): boolean {
  const { updatedAt, personalEmailFilter, emailFilter, startDateFilter } = asked;
  const isAmong = (among: string[] | undefined, email: string | null) => among?.includes(email ?? '') ?? true;
  return (
    (updatedAt?.after === undefined || employee.updatedAt > updatedAt.after) &&
    isAmong(personalEmailFilter?.personalEmails, employee.personalEmail) &&
    isAmong(emailFilter?.emails, employee.email) &&
    (startDateFilter?.anyValue !== true || employee.startDate !== null)
  );
}

function tells(change: Change): [string, object][] {
  if (change.kind !== 'personChanged' && change.kind !== 'hired') return [];
  const { person } = change.kind === 'hired' ? change.hire : change;
  const id = Number(person.id);
  const updated_at = (change.kind === 'hired' ? change.hire : person).updatedAt.toISOString();
  const payload = { updated_employee_id: id, acting_employee_id: id, updated_at, updated_fields: [] };
  return [['employee:updated', payload]];
}

function sign(event_type: string, payload: object) {
  const { updated_employee_id: id, updated_at } = payload as Record<string, unknown>;
  const body = asBody({ event_type, id: `event-${id}-${updated_at}`, payload });
  return ({ secret }: Subscription) => ({ headers: { signature: `sha256 ${hmac(secret, body)}` }, body });
}
