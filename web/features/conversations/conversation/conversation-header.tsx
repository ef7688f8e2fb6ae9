import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconHourglassOff,
  IconInfoCircle,
  IconMail,
  IconZzz,
} from '@tabler/icons-react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName, personName } from '../../../../contract/person-name.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { AssignButton } from '../../assign/assign-button.tsx';
import { useAssigneeOf, useHasTeam } from '../../assign/assignees.ts';
import { chooseAssignee } from '../../assign/assigning.ts';
import { chooseSnooze } from '../inbox/snoozing.ts';
import { useTriage } from '../inbox/use-triage.ts';
import type { Panel } from '../panel/use-panel.ts';
import { PresentPeople } from '../presence/present-marks.tsx';
import { BackToConversations } from './back-to-conversations.tsx';
import classes from './conversation-screen.module.css';

const SEND_CARD = 'Send my contact card';

export function ConversationHeader({
  conversation,
  panel,
  sendCard,
}: {
  conversation: Conversation;
  panel: Panel;
  /** Where the person may. */
  sendCard: (() => void) | undefined;
}) {
  const { candidate } = conversation;
  const named = personName(candidate) !== '';
  const canName = !named && !isImpersonating();
  const isPhone = useIsPhone();
  const canAssign = useHasTeam() && conversation.can.assign;
  const clipboard = useClipboard();
  const { putAway, toggleUnread, noReplyNeeded, unsnooze } = useTriage(conversation.id);
  const archiveLabel = conversation.archivedAt ? 'Move back to inbox' : 'Archive';
  useOfferCommands([
    ...(conversation.can.archive
      ? [{ label: archiveLabel, shortcut: 'e', run: () => putAway(conversation) }]
      : []),
    ...(conversation.waitingSince
      ? [{ label: 'No reply needed', shortcut: 'd', run: () => noReplyNeeded(conversation) }]
      : []),
    ...(canAssign ? [{ label: 'Assign', shortcut: 'a', run: () => chooseAssignee([conversation]) }] : []),
    { label: 'Snooze', shortcut: 'h', run: () => chooseSnooze(conversation) },
    ...(conversation.snoozedUntil ? [{ label: 'Unsnooze', run: () => unsnooze(conversation) }] : []),
    { label: 'Mark as unread', shortcut: 'u', run: () => void toggleUnread(conversation) },
    ...(sendCard ? [{ label: SEND_CARD, run: sendCard }] : []),
    {
      label: panel.isShown ? 'Hide candidate details' : 'Show candidate details',
      shortcut: 'i',
      run: panel.toggle,
    },
  ]);
  return (
    <header className={classes.header}>
      <BackToConversations />
      <span className={classes.picture}>
        <PersonAvatar person={candidate} size={32} />
      </span>
      <div className={classes.who}>
        <h1 className={classes.name}>{candidateName(candidate)}</h1>
        <div className={classes.facts}>
          {isPhone && canAssign && <WhoHasIt conversation={conversation} />}
          {canName && (
            <button type="button" className={classes.inFacts} data-accent onClick={panel.name}>
              Add name
            </button>
          )}
          {named && (
            <Tooltip label={clipboard.copied ? 'Copied' : 'Copy number'}>
              <button
                type="button"
                className={classes.inFacts}
                aria-label={`Copy number ${candidate.phoneNumberFormatted}`}
                onClick={() => clipboard.copy(candidate.phoneNumber)}
              >
                {candidate.phoneNumberFormatted}
              </button>
            </Tooltip>
          )}
          {(named || canName) && candidate.jobTitle && ' · '}
          {candidate.jobTitle}
        </div>
      </div>
      <PresentPeople conversationId={conversation.id} />
      {!isPhone && canAssign && <AssignButton conversation={conversation} />}
      {!isPhone && conversation.waitingSince && (
        <Tooltip label="No reply needed (d)">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="No reply needed"
            onClick={() => noReplyNeeded(conversation)}
          >
            <IconHourglassOff size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      {!isPhone && (
        <>
          <Tooltip label="Snooze (h)">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Snooze"
              onClick={() => chooseSnooze(conversation)}
            >
              <IconZzz size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Mark as unread (u)">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Mark as unread"
              onClick={() => void toggleUnread(conversation)}
            >
              <IconMail size={18} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      {(isPhone || sendCard) && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {/* The name needs the room. */}
            {isPhone && (
              <>
                {conversation.waitingSince && (
                  <Menu.Item onClick={() => noReplyNeeded(conversation)}>No reply needed</Menu.Item>
                )}
                {canAssign && <Menu.Item onClick={() => chooseAssignee([conversation])}>Assign</Menu.Item>}
                <Menu.Item onClick={() => chooseSnooze(conversation)}>Snooze</Menu.Item>
                <Menu.Item onClick={() => void toggleUnread(conversation)}>Mark as unread</Menu.Item>
              </>
            )}
            {sendCard && <Menu.Item onClick={sendCard}>{SEND_CARD}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      {conversation.can.archive && (
        <Tooltip label={`${archiveLabel} (e)`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={archiveLabel}
            // The second of a double click would be about the next conversation.
            onClick={(event) => event.detail < 2 && putAway(conversation)}
          >
            {conversation.archivedAt ? <IconArchiveOff size={18} /> : <IconArchive size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={`${panel.isShown ? 'Hide' : 'Show'} candidate details (i)`}>
        <ActionIcon
          ref={panel.toggleButton}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Candidate details"
          aria-expanded={panel.isShown}
          aria-haspopup={panel.isWide ? undefined : 'dialog'}
          onClick={panel.toggle}
        >
          <IconInfoCircle size={18} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

/** Where there is no room for its button. One's own goes without saying. */
function WhoHasIt({ conversation }: { conversation: Conversation }) {
  const colleague = useAssigneeOf([conversation])(conversation);
  if (conversation.assigneeId === null) return 'Unassigned · ';
  return colleague && `Assigned to ${personName(colleague)} · `;
}
