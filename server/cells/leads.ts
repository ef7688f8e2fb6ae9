import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Lead } from './questions.ts';

/** Whether what leads to an account leads to one of this cell. */
export async function isHere(db: Db, lead: Lead): Promise<boolean> {
  const { rows } = await sql<{ here: boolean }>`select exists (${rowOf(lead)}) as here`.execute(db);
  return rows[0]?.here === true;
}

function rowOf(lead: Lead): RawBuilder<unknown> {
  switch (lead.kind) {
    case 'email':
      return sql`select from logins where email = ${lead.email}`;
    case 'domain':
      return sql`select from sso_domains where domain = ${lead.domain}`;
    case 'passkey':
      return sql`select from passkey_logins where credential_id = ${lead.credentialId}`;
    case 'number':
      return sql`select from number_directory where phone_number = ${lead.phoneNumber}`;
    case 'account':
      return sql`select from accounts where id = ${lead.accountId}`;
    case 'landlineOrder':
      return sql`select from landline_orders where carrier = ${lead.carrier} and carrier_order_id = ${lead.orderId}`;
    case 'registration':
      return sql`select from registrations where reference = ${lead.reference}`;
    case 'customer':
      return sql`select from billing_customers where vendor = ${lead.vendor} and customer_id = ${lead.customerId}`;
    case 'shortLink':
      return sql`select from short_link_directory where code = ${lead.code}`;
    case 'session':
      return sql`
        select from sessions
         where account_id = ${lead.accountId} and id = ${lead.sessionId} and key_hash = ${lead.keyHash}`;
    case 'key':
      return sql`
        select from api_keys
         where id = ${lead.keyId} and app_id is null and ${lead.secretHash} in (secret_hash, old_secret_hash)`;
    case 'token':
      return sql`select from oauth_records where hash = ${lead.hash} and kind = 'AccessToken'`;
    case 'app':
      return sql`select from oauth_apps where id = ${lead.appId}`;
  }
}
