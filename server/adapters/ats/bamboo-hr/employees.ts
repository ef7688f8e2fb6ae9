import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { newHire } from '../defaults.ts';
import { orGone } from '../failures.ts';
import type { AtsNewHire } from '../port.ts';
import { items, orSetAside } from '../records.ts';
import { DayText } from '../values.ts';
import { EMPLOYEES, read } from './address.ts';
import { ChangedEmployee, Employee } from './replies.ts';

/* Someone who was hired is an employee there, no longer an applicant; nothing links the two. */

const FIELDS = 'firstName,lastName,hireDate,jobTitleName,mobilePhone,homePhone,homeEmail,workEmail';
const PAGE = 50;
/** Anyone hired earlier isn't new. */
const FIRST_LOOK_MS = 90 * 24 * 60 * 60_000;

export async function listNewHires(
  api: AtsApi,
  { since, cursor }: { since: Date | null; cursor: string | null },
): Promise<{ newHires: AtsNewHire[]; next: string | null }> {
  const from = since ?? new Date(api.now().getTime() - FIRST_LOOK_MS);
  const query = { since: `${from.toISOString().slice(0, 19)}Z` };
  const call = { what: 'list changed employees', right: EMPLOYEES, path: 'employees/changed', query };
  // A map by ID; an empty one comes as an empty list.
  const changed = z.preprocess(
    (map) => (typeof map === 'object' && map !== null ? Object.values(map) : map),
    items(api, 'newHire', ChangedEmployee, { only: true }),
  );
  const { employees } = await read(api, call, z.object({ employees: changed }));
  const ids = employees
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
  return newHire({
    externalId: employee.id,
    firstName: employee.firstName,
    lastName: employee.lastName,
    emails: [employee.homeEmail, employee.workEmail],
    phones: [employee.mobilePhone, employee.homePhone],
    startsOn,
    jobName: employee.jobTitleName,
  });
}

/** Fields that the key may not see are left out. */
export function readEmployee(api: AtsApi, id: string, fields: string) {
  const call = { what: 'read employee', right: EMPLOYEES, path: `employees/${id}`, query: { fields } };
  return orGone(read(api, call, Employee));
}
