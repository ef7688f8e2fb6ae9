import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { listTestNumbers } from '../features/sandboxes/store.ts';
import type { Cells } from './cells.ts';
import { MoveRefused } from './refused.ts';

/**
 * Numbers of fiction are chosen in each cell for itself, so a sandbox may have one that another sandbox has in the other cell. It
 * gets one first that is free in both: nothing but the number's own rows has it.
 */
export async function changeTakenTestNumbers({ from, to }: Cells, ids: string[]): Promise<void> {
  const all = listTestNumbers();
  const taken = new Set(await listTaken(to, all));
  const { rows: theirs } = await from.query<{ phoneNumber: string }>(
    `select d.phone_number as "phoneNumber" from number_directory d join accounts a on a.id = d.account_id
      where a.id = any($1::uuid[]) and a.sandbox_of is not null`,
    [ids],
  );
  const inTheWay = theirs.filter(({ phoneNumber }) => taken.has(phoneNumber));
  if (inTheWay.length === 0) return;
  const used = new Set([...taken, ...(await listTaken(from, all))]);
  const free = all.filter((number) => !used.has(number));
  for (const { phoneNumber } of inTheWay) {
    const [next] = free.length === 0 ? [] : free.splice(randomInt(free.length), 1);
    if (next === undefined) throw new MoveRefused('There are no numbers left for sandboxes.');
    await changeNumber(from, { phoneNumber, next });
  }
}

async function listTaken(cell: pg.Client, all: string[]): Promise<string[]> {
  const { rows } = await cell.query<{ phoneNumber: string }>(
    'select phone_number as "phoneNumber" from number_directory where phone_number = any($1::text[])',
    [all],
  );
  return rows.map(({ phoneNumber }) => phoneNumber);
}

async function changeNumber(
  from: pg.Client,
  { phoneNumber, next }: { phoneNumber: string; next: string },
): Promise<void> {
  await from.query(
    `with directory as (
       update number_directory set phone_number = $2 where phone_number = $1 returning account_id, number_id)
     update numbers set phone_number = $2 from directory
      where numbers.account_id = directory.account_id and numbers.id = directory.number_id`,
    [phoneNumber, next],
  );
}
