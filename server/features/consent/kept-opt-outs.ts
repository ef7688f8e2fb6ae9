import { sql } from 'kysely';
import { type KeptOptOut, KeptOptOutsPage } from '../../cells/questions.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { recordset } from '../../db/recordset.ts';
import { sweepRows } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';

/** Virginia has them honored for so long. */
const KEPT_YEARS = 10;

interface OptOut {
  phoneNumber: string;
  source: string;
  optedOutAt: Date;
}

/**
 * An opt-out outlives the account that it was sent to: an account that is deleted and comes back under the same address finds it
 * again. Removes some of the account's opt-outs from it; returns whether there may be more.
 */
export async function keepOptOuts(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'sealer' | 'clock'>,
  accountId: string,
  of: { emails: string[]; limit: number },
): Promise<boolean> {
  const { rows } = await sql<OptOut>`
    delete from opt_outs where account_id = ${accountId} and phone_number in (
      select phone_number from opt_outs where account_id = ${accountId} order by phone_number limit ${of.limit})
    returning phone_number as "phoneNumber", source, opted_out_at as "optedOutAt"`.execute(tx);
  const expiresAt = new Date(deps.clock());
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + KEPT_YEARS);
  const kept = rows.flatMap((row) =>
    of.emails.map((email) => ({
      emailHash: emailHashOf(deps, email),
      phoneHash: deps.signer.hashOf(`phone ${row.phoneNumber}`),
      sealedPhoneNumber: deps.sealer.seal(row.phoneNumber),
      source: row.source,
      optedOutAt: row.optedOutAt,
      expiresAt,
    })),
  );
  await insertKept(tx, kept);
  return rows.length === of.limit;
}

/** To be called in the transaction that creates an account for this address. */
export async function bringBackOptOuts(
  tx: Tx,
  deps: Pick<Deps, 'signer' | 'sealer'>,
  owner: { accountId: string; email: string },
): Promise<void> {
  const { rows } = await sql<{ sealed: string; source: string; optedOutAt: Date }>`
    select sealed_phone_number as sealed, source, opted_out_at as "optedOutAt" from kept_opt_outs
     where email_hash = ${emailHashOf(deps, owner.email)}`.execute(tx);
  if (rows.length === 0) return;
  const back = rows.map((row) => ({
    phoneNumber: deps.sealer.open(row.sealed),
    source: row.source,
    optedOutAt: row.optedOutAt,
  }));
  await sql`
    insert into opt_outs (account_id, phone_number, source, opted_out_at)
    select ${owner.accountId}::uuid, phone_number, source, opted_out_at
      from ${recordset('t', back, { text: ['phoneNumber', 'source'], timestamptz: ['optedOutAt'] })}
        on conflict do nothing`.execute(tx);
}

const PAGE = 2000;

/** For another cell, in which a company signs up with this email: after a hash, in the order of hashes. */
export async function listKeptOptOuts(db: Db, emailHash: string, after: string): Promise<KeptOptOut[]> {
  const { rows } = await sql<KeptOptOut>`
    select phone_hash as "phoneHash", sealed_phone_number as "sealedPhoneNumber", source, opted_out_at as "optedOutAt",
           expires_at as "expiresAt"
      from kept_opt_outs
     where email_hash = ${emailHash} and phone_hash > ${after}
     order by phone_hash limit ${PAGE}`.execute(db);
  return rows;
}

/**
 * What other cells keep under this email is kept here too from now on. Throws if one of them gives no answer: a company that came back
 * without its opt-outs would text people who said STOP. Before the transaction that creates the account.
 */
export async function fetchKeptOptOuts(
  db: Db,
  deps: Pick<Deps, 'cells' | 'signer'>,
  email: string,
): Promise<void> {
  if (deps.cells === null) return;
  const emailHash = emailHashOf(deps, email);
  for (const cell of deps.cells.others) {
    for (let after = '', left = true; left; ) {
      const answer = await deps.cells.ask(cell, { kind: 'keptOptOuts', emailHash, after });
      const { optOuts } = KeptOptOutsPage.parse(answer);
      await insertKept(
        db,
        optOuts.map((each) => ({ ...each, emailHash })),
      );
      after = optOuts.at(-1)?.phoneHash ?? '';
      left = optOuts.length === PAGE;
    }
  }
}

async function insertKept(db: Db, kept: (KeptOptOut & { emailHash: string })[]): Promise<void> {
  if (kept.length === 0) return;
  await sql`
    insert into kept_opt_outs (email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at)
    select email_hash, phone_hash, sealed_phone_number, source, opted_out_at, expires_at
      from ${recordset('t', kept, { text: ['emailHash', 'phoneHash', 'sealedPhoneNumber', 'source'], timestamptz: ['optedOutAt', 'expiresAt'] })}
        on conflict (email_hash, phone_hash) do update
       set expires_at = greatest(kept_opt_outs.expires_at, excluded.expires_at)`.execute(db);
}

export function sweepKeptOptOuts(db: Db, now: Date): Promise<void> {
  return sweepRows(db, 'kept_opt_outs', { time: sql`expires_at`, before: sql`${now}` });
}

const emailHashOf = (deps: Pick<Deps, 'signer'>, email: string) =>
  deps.signer.hashOf(`email ${email.toLowerCase()}`);
