import type pg from 'pg';
import * as routes from '../contract/routes.ts';
import { call, type Recruiter } from './company.ts';

const TEMPLATES = 2000;
const SEARCHES = ['', 'i', 'int', 'interview', 'offer 1', 'zzz'];
const ROUNDS = 50;

export interface TemplateSearchResult {
  templates: number;
  p95Ms: number;
}

/** What the composer asks for with each letter after the slash, with as many templates as a person can have. */
export async function measureTemplateSearch(
  url: string,
  pool: pg.Pool,
  { token, accountId, userId }: Recruiter,
): Promise<TemplateSearchResult> {
  await pool.query(
    `insert into templates (account_id, id, template_type, owner_id, name, body, sort_order, created_at, updated_at)
     select $1, gen_random_uuid(), 'template', $2, (array['Interview', 'Thanks', 'Offer', 'Shift'])[1 + n % 4] || ' ' || n,
            repeat('Hi {{candidate.firstName|there}}, some words about the job. ', 5), n, now(), now()
       from generate_series(1, $3::int) n`,
    [accountId, userId, TEMPLATES],
  );
  const search = (words: string) =>
    call(url, token, 'GET', `${routes.listInsertableTemplates.path}?search=${encodeURIComponent(words)}`);
  for (const words of SEARCHES) await search(words);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const words of SEARCHES) {
      const start = performance.now();
      await search(words);
      times.push(performance.now() - start);
    }
  const p95Ms = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return { templates: TEMPLATES, p95Ms };
}
