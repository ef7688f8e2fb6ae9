import { sql } from 'kysely';
import type { PlanType } from '../../../../contract/accounts.ts';
import type { HoldKind } from '../../../../contract/conversations.ts';
import type { LinkStatus } from '../../../../contract/seats.ts';
import type { TextingHours } from '../../../../contract/texting-hours.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { remainingTexts } from '../../billing/ledger/ledger.ts';
import { isPrepaid, paymentFacts, unpaidTextsOf } from '../../billing/ledger/rules.ts';
import { nextSendAt } from '../../consent/quiet-hours.ts';
import { waitsForRegistration } from '../../registration/rules.ts';
import { type GateFacts, mayBeAccepted } from '../gate/gate.ts';
import { askedMeanwhile } from '../gate/unprocessed.ts';
import type { ConversationRow } from './store.ts';

/** The gate's facts about where a text goes. */
export interface GateTarget extends AccountFacts {
  phoneNumber: string;
  timezone: string | null;
  zipCode: string | null;
  optedOut: boolean;
  /** Consent is on record. */
  isGranted: boolean;
  hold: HoldKind | null;
  linkStatus: LinkStatus | null;
  /** The number that it goes from. */
  from: string | null;
  registeredAt: Date | null;
  /** That of the last text in the conversation, if the candidate's has been changed to another. */
  previousNumber: string | null;
  /** Null: someone who is no longer there. */
  numberChangedBy: string | null;
  assigneeId: string | null;
  seatUserId: string | null;
}

interface AccountFacts {
  /** It texts only people whose consent is on record. */
  consentFirst: boolean;
  /** When it texts candidates of some states; null: the defaults. */
  textingHours: TextingHours[] | null;
  planType: PlanType;
  sendingStoppedAt: Date | null;
  /** Sent while the first invoice isn't paid; null otherwise. */
  unpaidTexts: number | null;
  /** The account is about to be deleted. */
  isClosing: boolean;
  lacksOptOuts: boolean;
}

/** The gate's facts about the text itself, in addition to where it goes. */
type TextFacts = Pick<
  GateFacts,
  'at' | 'expiresAt' | 'answersMessageAt' | 'hasTextsLeft' | 'takesNoTexts' | 'loops'
>;

/** The gate's facts: the defaults for a text that is not written yet, with this one's differences. */
export function gateFacts(
  deps: Pick<Deps, 'billing' | 'registrar' | 'quietHoursEnforced'>,
  target: GateTarget,
  text: TextFacts & Partial<GateFacts>,
): GateFacts {
  const { registeredAt, textingHours: hours } = target;
  return {
    isConfirmation: false,
    senderIsGone: false,
    isClosing: target.isClosing,
    planType: target.planType,
    ...paymentFacts(deps, target),
    lacksOptOuts: target.lacksOptOuts,
    successorId: null,
    linkStatus: target.linkStatus,
    isUnregistered: waitsForRegistration(
      deps,
      { phoneNumber: target.from, registeredAt },
      target.phoneNumber,
    ),
    isOptedOut: target.optedOut,
    hold: target.hold,
    lacksConsent: target.consentFirst && !target.isGranted,
    hasUnreadReply: false,
    isNumberUnconfirmed: isNumberUnconfirmed(target),
    coldUntil: null,
    broadcastsUntil: null,
    quietUntil: deps.quietHoursEnforced ? nextSendAt(text.at, { ...target, hours }) : null,
    ...text,
  };
}

/** For a text that a person types; they have the last word. */
export function typedFacts(
  deps: Pick<Deps, 'billing' | 'registrar' | 'quietHoursEnforced'>,
  target: GateTarget & { lastInboundAt: Date | null },
  by: Confirming,
  text: Pick<TextFacts, 'at' | 'hasTextsLeft' | 'takesNoTexts'> &
    Partial<Pick<GateFacts, 'coldUntil' | 'lacksConsent'>>,
): GateFacts {
  const { lastInboundAt: answersMessageAt } = target;
  const isNumberUnconfirmed = isUnconfirmedBy(by, target);
  return gateFacts(deps, target, {
    ...text,
    answersMessageAt,
    isNumberUnconfirmed,
    expiresAt: null,
    loops: null,
  });
}

/** The sender, and the number that they have seen it goes to. */
export interface Confirming {
  userId: string;
  confirmedNumber: string | null;
}

export function isUnconfirmedBy({ userId, confirmedNumber }: Confirming, target: GateTarget): boolean {
  return confirmedNumber !== target.phoneNumber && isNumberUnconfirmed(target, [userId]);
}

/** Not for people who changed it themselves. Automatic texts go for the people of the conversation. */
function isNumberUnconfirmed(
  { previousNumber, numberChangedBy, assigneeId, seatUserId }: GateTarget,
  whoKnow = [assigneeId, seatUserId],
): boolean {
  return previousNumber !== null && (numberChangedBy === null || !whoKnow.includes(numberChangedBy));
}

/** Used if a changed number doesn't keep anyone from sending. */
export const NUMBER_STANDS = { previousNumber: null, numberChangedBy: null, seatUserId: null };
const NO_ONE = { userId: '', confirmedNumber: null };

/** In which of these conversations of the account a text that a person types would be accepted, now or at another hour. */
export async function findSendable(
  db: Db,
  deps: Deps,
  accountId: string,
  rows: ConversationRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const phones = rows.map(({ phoneNumber }) => phoneNumber);
  const { rows: accounts } = await sql<AccountFacts & { asking: string[] }>`
    select plan_type as "planType", sending_stopped_at as "sendingStoppedAt", deletes_at is not null as "isClosing",
           ${unpaidTextsOf('accounts')} as "unpaidTexts", consent_first as "consentFirst",
           texting_hours as "textingHours", opt_outs_first as "lacksOptOuts",
           array(select asked.phone from unnest(${phones}::text[]) as asked(phone)
                  cross join lateral (${askedMeanwhile(sql`${accountId}::uuid`, sql`asked.phone`)}) as meanwhile) as asking
      from accounts where id = ${accountId}`.execute(db);
  const [account] = accounts;
  if (account === undefined) return new Set();
  const asking = new Set(account.asking);
  const hasTextsLeft = !isPrepaid(deps, account) || (await remainingTexts(db, accountId)) > 0;
  const at = deps.clock();
  return new Set(
    rows.flatMap((row) => {
      const optedOut = row.optedOutAt !== null;
      const isGranted = row.grantedAt !== null;
      const hold = asking.has(row.phoneNumber) ? 'hold' : row.hold;
      // Whether the number has changed is asked of the person who sends, who can confirm it.
      const facts = typedFacts(
        deps,
        { ...row, ...account, optedOut, isGranted, hold, ...NUMBER_STANDS },
        NO_ONE,
        {
          at,
          hasTextsLeft,
          takesNoTexts: false,
        },
      );
      return mayBeAccepted(facts) ? [row.id] : [];
    }),
  );
}
