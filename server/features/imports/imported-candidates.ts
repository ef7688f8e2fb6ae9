import { type RawBuilder, sql } from 'kysely';

/** SQL: the ids of the candidates in an account's import. None of one that was undone, or of opt-outs. */
export const importedCandidates = (accountId: string, importId: string): RawBuilder<unknown> => sql`
  select n.candidate_id from imports i
    join imported_numbers n on n.account_id = i.account_id and n.import_id = i.id
   where i.account_id = ${accountId} and i.id = ${importId} and i.kind = 'candidates' and i.status <> 'undone'
     and n.candidate_id is not null`;
