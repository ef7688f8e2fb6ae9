import type { Interview } from '../../contract/interviews.ts';
import * as routes from '../../contract/routes.ts';
import type { Recruiter, TestApp } from './test-app.ts';

/** An interview tomorrow that the candidate has confirmed. */
export async function confirmedInterview(
  app: TestApp,
  by: Recruiter,
  candidateId: string,
): Promise<Interview> {
  const interview = await by.call(routes.createInterview, {
    body: {
      candidateId,
      title: 'Interview',
      startsAt: new Date(Date.now() + 86400_000).toISOString(),
      endsAt: new Date(Date.now() + 90000_000).toISOString(),
    },
  });
  await app.deps.pool.query(`update interviews set status = 'confirmed' where account_id = $1 and id = $2`, [
    by.accountId,
    interview.id,
  ]);
  return interview;
}
