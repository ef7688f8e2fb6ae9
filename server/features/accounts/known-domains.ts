import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isFreeMail } from './domain-store.ts';

/** The domains we know for a company, each once: proven ones first, then its website's and those of its admins' addresses. */
export async function listDomains(db: Db, accountId: string): Promise<string[]> {
  const proven = db
    .selectFrom('sso_domains')
    .select(['domain', sql<string | null>`null`.as('website'), sql<number>`1`.as('rank')])
    .where('account_id', '=', accountId);
  const website = db
    .selectFrom('registrations')
    .select([
      sql<string>`''`.as('domain'),
      sql<string | null>`draft ->> 'website'`.as('website'),
      sql<number>`2`.as('rank'),
    ])
    .where('account_id', '=', accountId);
  const mails = db
    .selectFrom('users')
    .select([
      sql<string>`lower(substring(email from '[^@]*$'))`.as('domain'),
      sql<string | null>`null`.as('website'),
      sql<number>`3`.as('rank'),
    ])
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .where('email_verified_at', 'is not', null)
    .where('deactivated_at', 'is', null);
  const rows = await proven.union(website).union(mails).orderBy('rank').orderBy('domain').execute();
  const domains = rows.map(({ domain, website: address }) => (address === null ? domain : hostOf(address)));
  return [...new Set(domains)].filter((domain) => domain !== '' && !isFreeMail(domain));
}

/** From an address as typed; empty if it has none. */
function hostOf(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? '';
}
