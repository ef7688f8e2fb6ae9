import { sql } from 'kysely';
import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import type { PlanType } from '../../../contract/accounts.ts';
import type { CampaignUseCase } from '../../../contract/registration.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { remainingTexts } from '../billing/ledger/ledger.ts';
import { isPrepaid } from '../billing/ledger/rules.ts';
import { usableLinks } from '../links/booking/store.ts';
import type { OwnLink } from '../links/short/shorten.ts';
import type { BroadcastLimits } from './rules.ts';

/** Who a broadcast is from, and what their account allows. */
export interface Sender extends BroadcastLimits {
  accountId: string;
  authorId: string;
  seatId: string;
  /** Of the author; as they gave it. */
  ownPhone: string | null;
  firstName: string;
  lastName: string;
  companyName: string;
  planType: PlanType;
  /** The seat's number. */
  numberId: string | null;
  from: string | null;
  links: OwnLink[];
  countsClicks: boolean;
  /** What the company is registered for with the carriers. */
  useCase: CampaignUseCase | null;
  approvalAbove: number | null;
  /** The author no longer has the seat, or is about to leave. */
  isGone: boolean;
  hasTextsLeft: boolean;
}

export async function findSender(
  db: Db,
  deps: Pick<Deps, 'billing'>,
  { accountId, authorId, seatId }: Pick<Sender, 'accountId' | 'authorId' | 'seatId'>,
): Promise<Sender> {
  const { rows } = await sql<Omit<Sender, 'hasTextsLeft' | 'accountId' | 'authorId' | 'seatId'>>`
    select u.phone_number as "ownPhone", coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName", a.name as "companyName",
           a.plan_type as "planType", n.id as "numberId", n.phone_number as "from",
           ${usableLinks(sql`a.id`, sql`u.id`)} as links, a.count_link_clicks as "countsClicks", r.draft->>'useCase' as "useCase",
           a.broadcast_consent as consent, a.broadcasts_per_week as "perWeek", a.broadcast_approval_above as "approvalAbove",
           s.id is null or u.id is null or u.deactivated_at is not null or u.deletes_at is not null as "isGone"
      from accounts a
      left join users u on u.account_id = a.id and u.id = ${authorId}
      left join seats s on s.account_id = a.id and s.id = ${seatId} and s.user_id = u.id
      left join numbers n on n.account_id = a.id and n.seat_id = s.id
      left join registrations r on r.account_id = a.id and r.state = 'approved'
     where a.id = ${accountId}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The account is gone');
  const hasCalendars = UNLIMITED_PLANS.some((plan) => plan === found.planType);
  const hasTextsLeft = !isPrepaid(deps, found) || (await remainingTexts(db, accountId)) > 0;
  return { ...found, accountId, authorId, seatId, links: hasCalendars ? found.links : [], hasTextsLeft };
}
