import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import type { AtsApi } from '../api.ts';
import { newHire, person } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsNewHire, AtsPerson, PeoplePage } from '../port.ts';
import { items } from '../records.ts';
import { AnyId, DayText } from '../values.ts';

const URL_OF_IT = 'https://onboarding-api.greenhouse.io/graphql';
/** More are refused. */
const PAGE = 25;
/** Times are in seconds, and those at the bound itself are left out. */
const BOUND_MS = 1000;

const FIELDS = `
  id firstName lastName preferredFirstName preferredLastName personalEmail email
  phoneNumber phoneNumbers { number type } startDate title`;

const Employee = z.object({
  id: AnyId,
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  preferredFirstName: z.string().nullish(),
  preferredLastName: z.string().nullish(),
  personalEmail: z.string().nullish(),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  phoneNumbers: z.array(z.object({ number: z.string().nullish(), type: z.string().nullish() })).nullish(),
  startDate: DayText.nullish(),
  title: z.string().nullish(),
});
type Employee = z.infer<typeof Employee>;

const Edge = z.object({ node: z.unknown() });
const nodesOf = (edges: unknown) =>
  Array.isArray(edges) ? edges.map((edge: unknown) => Edge.safeParse(edge).data?.node ?? edge) : edges;
const employeesIn = (api: AtsApi, kind: AtsRecordKind) =>
  z.object({ edges: z.preprocess(nodesOf, items(api, kind, Employee)) });
const pageIn = (api: AtsApi, kind: AtsRecordKind) =>
  employeesIn(api, kind).extend({
    pageInfo: z.object({ endCursor: z.string().nullish(), hasNextPage: z.boolean() }),
  });

/** Everything is asked for by POST, and failures come with 200. */
export async function ask<T>(
  api: AtsApi,
  what: string,
  query: string,
  variables: Record<string, unknown>,
  data: z.ZodType<T>,
): Promise<T> {
  const request = { method: 'POST', url: URL_OF_IT, json: { query, variables } } as const;
  return (await api.read(what, request, z.object({ data }))).body.data;
}

const LIST = `query ($after: String, $updatedAt: DateTimeFilter, $startDate: StartDateFilter) {
  employees(first: ${PAGE}, after: $after, updatedAt: $updatedAt, startDateFilter: $startDate) {
    pageInfo { endCursor hasNextPage }
    edges { node {${FIELDS} } }
  }
}`;

async function listEmployees(
  api: AtsApi,
  kind: AtsRecordKind,
  { since, cursor, startDate }: { since: Date | null; cursor: string | null; startDate?: object },
): Promise<{ employees: Employee[]; next: string | null }> {
  const updatedAt =
    since === null ? undefined : { after: new Date(since.getTime() - BOUND_MS).toISOString() };
  // What isn't given isn't a filter; null might be one.
  const variables = { after: cursor ?? undefined, updatedAt, startDate };
  const shape = z.object({ employees: pageIn(api, kind) });
  const { employees } = await ask(api, 'list employees', LIST, variables, shape);
  const { endCursor, hasNextPage } = employees.pageInfo;
  return {
    employees: employees.edges,
    next: hasNextPage ? (endCursor ?? null) : null,
  };
}

export async function listPeople(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<PeoplePage> {
  const { employees, next } = await listEmployees(api, 'person', from);
  return { people: employees.map(personOf), deleted: [], next };
}

export async function listNewHires(
  api: AtsApi,
  from: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const { employees, next } = await listEmployees(api, 'newHire', { ...from, startDate: { anyValue: true } });
  const newHires = employees.map((employee) => {
    const { externalId, firstName, lastName, emails, phones } = personOf(employee);
    const { startDate: startsOn, title: jobName } = employee;
    const who = { externalId, personExternalId: externalId, firstName, lastName, emails, phones };
    return newHire({ ...who, startsOn, jobName });
  });
  return { newHires, next };
}

const ONE = `query ($id: Int) { employee(id: $id) {${FIELDS} } }`;

export async function readPerson(api: AtsApi, externalId: string): Promise<AtsPerson | null> {
  if (!/^\d{1,9}$/.test(externalId)) return null;
  const shape = z.object({ employee: Employee.nullable() });
  const found = await orGone(ask(api, 'read an employee', ONE, { id: Number(externalId) }, shape));
  return found?.employee ? personOf(found.employee) : null;
}

const BY_EMAIL = `query ($own: PersonalEmailFilter, $work: EmailFilter) {
  own: employees(first: ${PAGE}, personalEmailFilter: $own) { edges { node {${FIELDS} } } }
  work: employees(first: ${PAGE}, emailFilter: $work) { edges { node {${FIELDS} } } }
}`;

export async function findByEmail(api: AtsApi, email: string): Promise<AtsPerson[]> {
  const variables = { own: { personalEmails: [email] }, work: { emails: [email] } };
  const shape = z.object({ own: employeesIn(api, 'person'), work: employeesIn(api, 'person') });
  const { own, work } = await ask(api, 'find an employee', BY_EMAIL, variables, shape);
  const people = [...own.edges, ...work.edges].map(personOf);
  return [...new Map(people.map((each) => [each.externalId, each])).values()];
}

function personOf(employee: Employee): AtsPerson {
  const numbers = (employee.phoneNumbers ?? []).filter(({ type }) => type !== 'skype');
  const isMobile = ({ type }: { type?: string | null | undefined }) => Number(type === 'mobile');
  const typed = numbers.toSorted((a, b) => isMobile(b) - isMobile(a)).map(({ number }) => number);
  return person({
    externalId: employee.id,
    // What they go by replaces the legal name everywhere there.
    firstName: employee.preferredFirstName || employee.firstName,
    lastName: employee.preferredLastName || employee.lastName,
    // The one at work may not be there before they are.
    emails: present([employee.personalEmail, employee.email]),
    phones: present([...typed, employee.phoneNumber]),
  });
}

const present = (values: (string | null | undefined)[]) => [
  ...new Set(values.flatMap((value) => (value ? [value.trim()] : []))),
];
