import type { AtsApi } from '../api.ts';
import { NotFound, needing } from '../failures.ts';
import type { AtsNewHire } from '../port.ts';
import { addressOf, EMPLOYEES } from './address.ts';
import { ChangedEmployees, Employee } from './replies.ts';

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
      ChangedEmployees,
    ),
  );
  const ids = Object.values(body.employees)
    .filter(({ action }) => action !== 'Deleted')
    .map(({ id }) => id)
    .sort((one, other) => Number(one) - Number(other))
    .filter((id) => cursor === null || Number(id) > Number(cursor));
  const newHires: AtsNewHire[] = [];
  const page = ids.slice(0, PAGE);
  for (const id of page) {
    const hire = await readNewHire(api, id);
    if (hire !== null) newHires.push(hire);
  }
  return { newHires, next: ids.length > PAGE ? (page.at(-1) ?? null) : null };
}

async function readNewHire(api: AtsApi, id: string): Promise<AtsNewHire | null> {
  const employee = await readEmployee(api, id, FIELDS);
  const startsOn = employee?.hireDate ?? '';
  // No date is a date of zeros.
  if (employee === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(startsOn)) return null;
  return {
    externalId: employee.id,
    personExternalId: null,
    firstName: employee.firstName ?? '',
    lastName: employee.lastName ?? '',
    emails: [employee.homeEmail ?? '', employee.workEmail ?? ''].filter(Boolean),
    phones: [employee.mobilePhone ?? '', employee.homePhone ?? ''].filter(Boolean),
    startsOn,
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
