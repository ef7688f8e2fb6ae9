import { Anchor, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sendability } from '../../../../contract/conversations.ts';
import { UNPAID_INVOICE_TEXTS } from '../../../../contract/limits.ts';
import { candidateFirstName } from '../../../../contract/person-name.ts';
import type { SendabilityReason } from '../../../../contract/sendability-reason.ts';
import { adminsOf } from '../../../lib/session/access.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { NumberQuestion } from '../../writing/number-question.tsx';
import type { Texted } from '../../writing/texted.ts';
import classes from './composer.module.css';

const NOT_ACTIVE = "Your number isn't active yet. You can text as soon as it is.";

/** Quiet hours only postpone; everything else stops. The first of these is what to do first. */
const order: SendabilityReason[] = [
  'opted_out',
  'conversation_held',
  'plan_required',
  'invoice_unpaid',
  'payment_overdue',
  'opt_outs_missing',
  'no_texts_left',
  'no_number',
  'number_not_linked',
  'number_not_registered',
  'no_consent',
  'number_changed',
  'not_textable',
];

export function blockingReason(reasons: readonly SendabilityReason[]): SendabilityReason | undefined {
  return order.find((reason) => reasons.includes(reason));
}

/** In place of the editor: why you can't text now, and what to do. */
export function SendabilityNotice({
  reason,
  candidate,
  change,
  timezone,
  ask,
  draft,
  onTextAnyway,
}: {
  reason: SendabilityReason;
  candidate: Texted;
  /** With `number_changed`. */
  change: Sendability['numberChange'] | undefined;
  timezone: string;
  /** With `no_consent`: how to ask for it. */
  ask?: ReactNode;
  /** What was written, or taken back, before. */
  draft: string;
  onTextAnyway: () => void;
}) {
  return (
    <div className={classes.notice}>
      {reason === 'number_changed' && change ? (
        <NumberQuestion change={change} candidate={candidate} timezone={timezone} onConfirm={onTextAnyway} />
      ) : (
        <output className={classes.reason}>
          <span>{sentence(reason, candidate)}</span>
          {reason === 'no_consent' && ask}
          {reason === 'not_textable' && (
            <Button size="compact-sm" variant="default" onClick={onTextAnyway}>
              Text anyway
            </Button>
          )}
        </output>
      )}
      {draft && <UnsentDraft draft={draft} />}
    </div>
  );
}

function UnsentDraft({ draft }: { draft: string }) {
  const clipboard = useClipboard();
  return (
    <div className={classes.unsent}>
      <span className={classes.filledLabel}>Not sent</span>
      <p>{draft}</p>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => clipboard.copy(draft)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

/** In place of the editor, while staff impersonate someone. */
export function ReadOnlyNotice() {
  return <output className={classes.notice}>You're impersonating someone, so you can't text.</output>;
}

function sentence(reason: SendabilityReason, candidate: Texted): ReactNode {
  switch (reason) {
    case 'opted_out':
      return `${candidateFirstName(candidate)} has opted out of texts. Only they can opt back in, by texting START.`;
    case 'conversation_held':
      return 'Review their text above before you text again.';
    case 'no_consent':
      return `${candidateFirstName(candidate)} hasn't agreed to texts yet, and your company asks for consent first.`;
    case 'plan_required':
      return (
        <>
          Choose a plan to send texts.{' '}
          <Anchor component={Link} to={paths.planSelection}>
            See plans
          </Anchor>
        </>
      );
    case 'invoice_unpaid':
      return (
        <AdminsOnly
          sentence={`Your first invoice isn't paid, and it covers ${counted(UNPAID_INVOICE_TEXTS, 'text')}. Pay it to text again.`}
          to={paths.billing}
          what="Go to Billing"
        />
      );
    case 'payment_overdue':
      return (
        <AdminsOnly
          sentence="A payment for your plan is overdue, so you can't text."
          to={paths.billing}
          what="Go to Billing"
        />
      );
    case 'opt_outs_missing':
      return (
        <AdminsOnly
          sentence="You can text once your company's opt-outs are imported."
          to={paths.candidateImports}
          what="Import them"
        />
      );
    case 'no_texts_left':
      return <AdminsOnly sentence="You have no texts left." to={paths.billing} what="Buy texts" />;
    case 'no_number':
      return <NoNumber />;
    case 'number_not_linked':
      return NOT_ACTIVE;
    case 'number_not_registered':
      return (
        <AdminsOnly
          sentence="You can text once your company is registered with the carriers."
          to={paths.registration}
          what="Register"
        />
      );
    case 'number_changed':
      return `${candidateFirstName(candidate)} has another number since your last text. Send to the new number?`;
    case 'not_textable':
      return (
        <>
          This number can't receive texts. It may be a landline. Call them, or{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link to={paths.candidates} search={{ search: candidate.phoneNumber }} {...props} />
            )}
          >
            change their number
          </Anchor>
          .
        </>
      );
    case 'quiet_hours':
      return "It's too early or too late to text this candidate.";
  }
}

/** You can't text from a landline yet while it's being set up. */
function NoNumber() {
  const { user } = useMe();
  const status = user.seat?.metadata.linkStatus ?? 'linked';
  const isOnItsWay = status !== 'linked';
  return (
    <>
      {isOnItsWay ? NOT_ACTIVE : 'Get a number to send texts.'}{' '}
      <Anchor component={Link} to={paths.getNumber}>
        {isOnItsWay ? 'See the next step' : 'Get a number'}
      </Anchor>
    </>
  );
}

/** Only admins can do something about it; everyone else sees whom to ask. */
function AdminsOnly({
  sentence,
  to,
  what,
}: {
  sentence: string;
  to: typeof paths.billing | typeof paths.registration | typeof paths.candidateImports;
  what: string;
}) {
  const { user, account } = useMe();
  if (user.userType === 'admin')
    return (
      <>
        {sentence}{' '}
        <Anchor component={Link} to={to}>
          {what}
        </Anchor>
      </>
    );
  return `${sentence} Ask ${adminsOf(account)}.`;
}
