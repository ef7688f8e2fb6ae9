import type pg from 'pg';

interface WebhookLag {
  /** For how long the oldest event has been waiting for its first attempt, at an endpoint that isn't failing. */
  seconds: number;
  /** Endpoints that are on, and have taken nothing since an attempt failed. */
  failing: number;
}

/** A look at an index for each endpoint. What is sent again was on time once. */
export async function readWebhookLag(pool: pg.Pool): Promise<WebhookLag> {
  const { rows } = await pool.query<WebhookLag>(
    `select coalesce(extract(epoch from now() - min(d.created_at) filter (where d.attempts = '[]'::jsonb)), 0)::float8 as seconds,
            count(*) filter (where e.failing_since is not null)::int as failing
       from webhook_endpoints e
       left join lateral (
         select created_at, attempts from webhook_deliveries
          where account_id = e.account_id and endpoint_id = e.id and status = 'waiting' and next_attempt_at = '-infinity'
          order by event_id limit 1) as d on e.failing_since is null
      where e.status = 'active'`,
  );
  return rows[0] ?? { seconds: 0, failing: 0 };
}
