import { sql } from 'kysely';
import type { AutomationType, Timing } from '../../../contract/automations.ts';
import type { Db } from '../../db/connection.ts';

/** An automation that acts. */
export interface Rule {
  id: string;
  ownerId: string;
  type: AutomationType;
  version: number;
  body: string;
  timing: Timing;
  offsetMinutes: number;
  jobStageIds: string[];
  senderSeatId: string | null;
  workingDaysOnly: boolean;
  untilAnswered: boolean;
  evenInConversation: boolean;
  enabledAt: Date;
}

/** The automations that act: their owners are active, have a seat, and may have some. */
export async function findRules(db: Db, accountId: string): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select a.id, a.owner_id as "ownerId", a.type, a.version, a.body, a.timing, a.offset_minutes as "offsetMinutes",
           a.job_stage_ids as "jobStageIds", a.sender_seat_id as "senderSeatId",
           a.working_days_only as "workingDaysOnly", a.until_answered as "untilAnswered",
           a.even_in_conversation as "evenInConversation", a.enabled_at as "enabledAt"
      from automations a
      join users u on u.account_id = a.account_id and u.id = a.owner_id
      join seats s on s.account_id = a.account_id and s.user_id = u.id
     where a.account_id = ${accountId} and a.enabled and a.deleted_at is null
       and u.deactivated_at is null and u.deletes_at is null
       and (s.seat_role = 'recruiter' or u.user_type = 'admin')
       and case a.type when 'interviewReminder' then u.interview_reminder_enabled
                       when 'onboardingMessage' then u.onboarding_message_enabled
                       else u.stage_message_enabled end`.execute(db);
  return rows;
}
