import providers from 'email-providers/all.json' with { type: 'json' };
import type { Db } from '../../db/connection.ts';

/** The part after the @, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Who owns a verified domain. */
export function findDomain(db: Db, domain: string) {
  return db
    .selectFrom('sso_domains')
    .select(['account_id as accountId', 'sso_only as ssoOnly'])
    .where('domain', '=', domain)
    .executeTakeFirst();
}

export function findDomainOf(db: Db, accountId: string) {
  return db
    .selectFrom('sso_domains')
    .select(['domain', 'sso_only as ssoOnly'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** False if another account has it. */
export async function claimDomain(
  db: Db,
  accountId: string,
  claim: { domain: string; at: Date },
): Promise<boolean> {
  await db
    .insertInto('sso_domains')
    .values({ domain: claim.domain, account_id: accountId, verified_at: claim.at })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute();
  return (await findDomain(db, claim.domain))?.accountId === accountId;
}

export async function releaseDomain(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sso_domains').where('account_id', '=', accountId).execute();
}

export async function setSsoOnly(db: Db, accountId: string, ssoOnly: boolean): Promise<void> {
  await db
    .updateTable('sso_domains')
    .set({ sso_only: ssoOnly })
    .where('account_id', '=', accountId)
    .execute();
}

const freeMail = new Set<string>(providers);

/** Whether everybody can get an address at the domain, so that no one owns it. The domain in lower case. */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain);
}
