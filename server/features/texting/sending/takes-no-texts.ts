import { type RawBuilder, sql } from 'kysely';
import type { DeliveryErrorCode } from '../../../../contract/delivery-error.ts';

/** A landline, or no number at all. */
const UNTEXTABLE: DeliveryErrorCode[] = ['not_textable', 'invalid_recipient'];

/** Whether the latest news about a candidate's number, in a thread with any colleague, is that it can't take texts for good. */
export const takesNoTexts = (
  accountId: RawBuilder<unknown>,
  candidateId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  coalesce((
    select latest.error_code = any(${UNTEXTABLE}::text[])
      from conversations c
     cross join lateral (
       select m.created_at, m.error_code from messages m
        where m.account_id = c.account_id and m.conversation_id = c.id
          and (m.status in ('delivered', 'undelivered', 'failed')
               or m.status = 'received' and m.call_outcome is null)
        order by m.created_at desc, m.id desc limit 1) as latest
     where c.account_id = ${accountId} and c.candidate_id = ${candidateId}
     order by latest.created_at desc limit 1), false)`;
