import { readSessionToken } from '../http/session-token.ts';
import type { JobKind } from '../queue/job.ts';
import { runNow, waitingJobs } from './jobs.ts';
import { eventually, type TestApp } from './test-app.ts';

type Server = { deps: Pick<TestApp['deps'], 'pool'> };

/** Jobs of this kind that wait for their time are done now, those of one account or all. */
export async function hurry({ deps }: Server, kind: JobKind, accountId: string | null): Promise<void> {
  const waiting = (await waitingJobs(deps.pool, kind.name)).filter(
    ({ run_at, payload }) =>
      run_at.getTime() > Date.now() && (accountId === null || payload.accountId === accountId),
  );
  if (waiting.length > 0) await runNow(deps.pool, waiting);
}

/** Until the assertions hold, when what they wait for is done by jobs of this person that come in a few seconds. */
export function eventuallyHurried<T>(
  app: Server,
  kind: JobKind,
  { token }: { token: string },
  assert: () => T | Promise<T>,
): Promise<T> {
  const accountId = readSessionToken(token)?.accountId ?? null;
  return eventually(async () => {
    await hurry(app, kind, accountId);
    return assert();
  });
}
