import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { NotFound, needing } from '../failures.ts';
import type { AtsNewHire } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { DayText } from '../values.ts';
import { addressOf, EMPLOYEES } from './address.ts';
import { ChangedEmployee, Employee } from './replies.ts';

/* Who was hired is an employee there, not an applicant any more; nothing leads from the one to the other. */

const FIELDS = 'firstName,lastName,hireDate,jobTitleName,mobilePhone,homePhone,homeEmail,workEmail';
const PAGE = 50;
/** Who came earlier isn't new. */
const FIRST_LOOK_MS = 90 * 24 * 60 * 60_000;

export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const from = since ?? new Date(api.now().getTime() - FIRST_LOOK_MS);
  const url = addressOf(api, 'employees/changed');
  const { body } = await needing(
    EMPLOYEES,
    api.read(
      'list changed employees',
      { method: 'GET', url, query: { since: `${from.toISOString().slice(0, 19)}Z` } },
      // A map by ID; an empty one comes as an empty list.
      z.object({
        employees: z.preprocess(
          (map) => (typeof map === 'object' && map !== null ? Object.values(map) : map),
          items(api, 'newHire', ChangedEmployee, { only: true }),
        ),
      }),
    ),
  );
  const ids = body.employees
    .filter(({ action }) => action !== 'Deleted')
    .map(({ id }) => id)
    .filter((id) => /^\d{1,15}$/.test(id))
    .sort((one, other) => Number(one) - Number(other))
    .filter((id) => cursor === null || Number(id) > Number(cursor));
  const newHires: AtsNewHire[] = [];
  const page = ids.slice(0, PAGE);
  for (const id of page) {
    const hire = await orSetAside(api, { kind: 'newHire', id }, readNewHire(api, id));
    if (hire !== null) newHires.push(hire);
  }
  return { newHires, next: ids.length > PAGE ? (page.at(-1) ?? null) : null };
}

async function readNewHire(api: AtsApi, id: string): Promise<AtsNewHire | null> {
  const employee = await readEmployee(api, id, FIELDS);
  const startsOn = employee?.hireDate ?? '';
  // No date is a date of zeros.
  if (employee === null || !DayText.safeParse(startsOn).success) return null;
  return {
    externalId: employee.id,
    personExternalId: null,
    firstName: employee.firstName ?? '',
    lastName: employee.lastName ?? '',
    emails: [employee.homeEmail ?? '', employee.workEmail ?? ''].filter(Boolean),
    phones: [employee.mobilePhone ?? '', employee.homePhone ?? ''].filter(Boolean),
    startsOn: startsOn.slice(0, 10),
    jobName: employee.jobTitleName ?? null,
  };
}

/** Fields that the key may not see are left out. */
export async function readEmployee(api: AtsApi, id: string, fields: string) {
  try {
    const url = addressOf(api, `employees/${id}`);
    const read = api.read('read employee', { method: 'GET', url, query: { fields } }, Employee);
    return (await needing(EMPLOYEES, read)).body;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
