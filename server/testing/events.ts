import { API_BASE } from '../../contract/api.ts';
import { type Event, EventPage } from '../../contract/events.ts';
import { eventually, type Recruiter, type TestApp } from './test-app.ts';

/** One page of the log, as other software reads it. */
export async function readEvents(
  app: TestApp,
  { token }: Pick<Recruiter, 'token'>,
  query: Record<string, string> = {},
): Promise<{ status: number; items: Event[]; nextCursor: string | null; code?: string }> {
  const answer = await fetch(`${app.url}${API_BASE}/events?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  });
  const body = await answer.json();
  if (answer.status !== 200) return { status: answer.status, items: [], nextCursor: null, code: body.code };
  return { status: 200, ...EventPage.parse(body) };
}

/** Everything in the log, once all that is committed now is in it. */
export async function allEvents(
  app: TestApp,
  person: Pick<Recruiter, 'token' | 'accountId'>,
  query: Record<string, string> = {},
): Promise<Event[]> {
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query('select from new_events where account_id = $1 limit 1', [
      person.accountId,
    ]);
    if (rowCount !== 0) throw new Error('Events are waiting for their place');
  });
  const events: Event[] = [];
  let after = query.after;
  for (;;) {
    const page = await readEvents(app, person, { ...query, ...(after === undefined ? {} : { after }) });
    if (page.status !== 200) throw new Error(`The log was refused: ${page.code}`);
    events.push(...page.items);
    if (page.nextCursor === null) return events;
    after = page.nextCursor;
  }
}
