import { type ReactNode, useState } from 'react';
import { UNLIMITED_PLANS } from '../../../../contract/access.ts';
import type { Sendability } from '../../../../contract/conversations.ts';
import { candidateFirstName } from '../../../../contract/person-name.ts';
import type { SendabilityReason } from '../../../../contract/sendability-reason.ts';
import type { User } from '../../../../contract/users.ts';
import { upcomingTime } from '../../../lib/dates.ts';
import { useDraft } from '../../../lib/forms/drafts.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import type { Texted } from '../../writing/texted.ts';
import { AskConsent } from './ask-consent.tsx';
import { blockingReason, ReadOnlyNotice, SendabilityNotice } from './sendability-notice.tsx';
import { TextEditor, type WrittenText } from './text-editor.tsx';

const RECHECK_MS = 60_000;
const RECHECK_AFTER_FAILURE_MS = 5000;

/** For the query of a sendability. Without an answer, people would write what can't be sent. */
export const whileWritten = {
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RECHECK_AFTER_FAILURE_MS : RECHECK_MS,
  meta: { quiet: true as const },
};

/** Where a text is written or, before anything is typed, why it can't be sent now: the first to someone, and every other. */
export function SendableEditor({
  candidate,
  to,
  user,
  thread,
  conversationId,
  known,
  sendability,
  suggestion,
  isFirst,
  autoFocus,
  onSend,
  onNext,
  tools,
}: {
  candidate: Texted;
  /** Whom the field names. */
  to: string;
  user: User;
  /** Where its draft is kept: a conversation, by its id, or a number. */
  thread: string;
  conversationId?: string;
  /** A reason that needs no asking. */
  known?: SendabilityReason | undefined;
  /** The server's answer, once it's there. */
  sendability: Sendability | undefined;
  suggestion?: { text: string; caret: number } | undefined;
  /** Nothing was sent to them before. */
  isFirst: boolean;
  autoFocus?: boolean;
  onNext?: (() => void) | undefined;
  tools?: ReactNode;
  onSend: (
    text: Omit<WrittenText, 'when'> & {
      scheduledAt: string | undefined;
      cancelIfAnswered: boolean;
      confirmedNumber: string | undefined;
    },
  ) => void;
}) {
  const draft = useDraft(user.id, thread);
  const [anyway, setAnyway] = useState(false);
  const [confirmed, setConfirmed] = useState<string>();
  const { account } = useMe();
  const hasTemplates = UNLIMITED_PLANS.some((plan) => plan === account.planType);
  if (user.impersonation) return <ReadOnlyNotice />;
  const change = sendability?.numberChange;
  const isPassed: Partial<Record<SendabilityReason, boolean>> = {
    not_textable: anyway,
    number_changed: confirmed !== undefined && confirmed === change?.phoneNumber,
  };
  const reason = known ?? blockingReason((sendability?.reasons ?? []).filter((each) => !isPassed[each]));
  if (reason)
    return (
      <SendabilityNotice
        reason={reason}
        candidate={candidate}
        change={change}
        timezone={user.timezone}
        ask={
          sendability?.consentRequest && (
            <AskConsent
              request={sendability.consentRequest}
              phoneNumber={candidate.phoneNumber}
              conversationId={conversationId}
              timezone={user.timezone}
            />
          )
        }
        draft={draft}
        onTextAnyway={() =>
          reason === 'number_changed' ? setConfirmed(change?.phoneNumber) : setAnyway(true)
        }
      />
    );
  const later = sendability?.reasons.includes('quiet_hours') ? sendability.nextSendAt : null;
  const zone = sendability?.timezone;
  return (
    <TextEditor
      to={to}
      conversationId={conversationId}
      suggestion={suggestion}
      hint={
        later
          ? `It's outside texting hours for ${candidateFirstName(candidate, 'this candidate')}.`
          : undefined
      }
      sendLabel={
        later ? `Send at ${upcomingTime(later, zone ?? user.timezone)}${zone ? ' their time' : ''}` : 'Send'
      }
      autoFocus={autoFocus || anyway || confirmed !== undefined}
      insertsFor={hasTemplates ? candidate : undefined}
      candidate={candidate}
      isFirst={isFirst}
      user={user}
      thread={thread}
      onNext={onNext}
      tools={tools}
      // One that only waits for the morning isn't canceled by an answer.
      zone={zone ?? null}
      onSend={({ when, ...text }) =>
        onSend({
          ...text,
          scheduledAt: when?.scheduledAt ?? later ?? undefined,
          cancelIfAnswered: when?.cancelIfAnswered ?? false,
          confirmedNumber: confirmed,
        })
      }
    />
  );
}
