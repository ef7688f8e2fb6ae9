import type { Db } from '../../server/db/connection.ts';
import { goThrough } from '../sealed.ts';
import { type Checked, counted, type Finding, fail, ok, warn } from './check.ts';

/** Everything that is sealed, whatever it's sealed with. */
export async function checkSecrets({ env }: Pick<Checked, 'env'>, db: Db): Promise<Finding> {
  const name = 'secrets';
  const closed: string[] = [];
  let opened = 0;
  let left = 0;
  for await (const { table, current, fallback, unknown } of goThrough(db, env, { reseal: false })) {
    if (unknown > 0) closed.push(`${table} (${unknown})`);
    opened += current + fallback;
    left += fallback;
  }
  if (closed.length > 0)
    return fail(
      name,
      `SECRET_KEY doesn't open what is sealed in ${closed.join(', ')}.`,
      'Set SECRET_KEY to the one that this database was used with. Without it, people have to connect and set up those again.',
    );
  if (left > 0)
    return warn(
      name,
      `${counted(left, 'value')} can only be opened with SECRET_KEY_FALLBACK.`,
      'Once all nodes have the new SECRET_KEY, run hiretext rotate-secret.',
    );
  return ok(name, `SECRET_KEY opens what is sealed (${counted(opened, 'value')}).`);
}
