import type { JobKind } from '../jobs/job.ts';
import { eventually, type TestApp } from './test-app.ts';

type Place = { deps: Pick<TestApp['deps'], 'pool'> };

/** Jobs of this kind that wait for their time are done now, those of one account or all. */
export async function hurry({ deps }: Place, kind: JobKind, accountId: string | null): Promise<void> {
  await deps.pool.query(
    `with hurried as (
       update graphile_worker._private_jobs as jobs set run_at = now()
         from graphile_worker._private_tasks as tasks
        where tasks.id = jobs.task_id and tasks.identifier = $1 and jobs.run_at > now() and jobs.locked_at is null
          and ($2::text is null or jobs.payload->>'accountId' = $2)
       returning 1)
     select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
       from hurried having count(*) > 0`,
    [kind.name, accountId],
  );
}

/** Until the assertions hold, when what they wait for is done by jobs of this person that come in a few seconds. */
export function eventuallyHurried<T>(
  app: Place,
  kind: JobKind,
  { token }: { token: string },
  assert: () => T | Promise<T>,
): Promise<T> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { acc: accountId } = JSON.parse(claims) as { acc: string };
  return eventually(async () => {
    await hurry(app, kind, accountId);
    return assert();
  });
}
