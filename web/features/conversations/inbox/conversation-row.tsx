import { IconAlertCircle, IconBan, IconHandStop, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEventHandler } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { Colleague } from '../../../../contract/notes.ts';
import { candidateName, personName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';
import { elapsed, fullTime, shortTime, weekdayAndTime } from '../../../lib/dates.ts';
import { useDraft } from '../../../lib/forms/drafts.ts';
import { paths } from '../../../paths.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { hasTag } from '../../messages/conversation-cache.ts';
import { previewOf } from '../../messages/preview.ts';
import { RETURN_WORDS } from '../../messages/return-words.ts';
import classes from './conversation-row.module.css';
import { keepFocus } from './selection.ts';

const TAGS_SHOWN = 2;

/** Answering within the hour is good; only longer waits are worth a word. */
const WAITING_WORTH_SAYING_MS = 60 * 60_000;

export function ConversationRow({
  conversation,
  open,
  selected,
  isUnsent = false,
  keptDraft = '',
  isSearch,
  tabbable,
  ownId,
  covers = [],
  assignee,
  timezone,
  now,
  onFocus,
  onKeyDown,
}: {
  conversation: Conversation;
  open: boolean;
  /** What keys are about. */
  selected: boolean;
  /** A text in it waits in this browser. */
  isUnsent?: boolean;
  /** What they began to write in it on some device. */
  keptDraft?: string | undefined;
  /** Found, wherever it stands. */
  isSearch: boolean;
  tabbable: boolean;
  /** Of the person whose inbox it is. */
  ownId: string | undefined;
  /** The colleague they cover for. */
  covers?: User['covers'] | undefined;
  /** The colleague who has it. */
  assignee?: Colleague | undefined;
  timezone: string;
  now: Date;
  onFocus: () => void;
  onKeyDown: KeyboardEventHandler;
}) {
  const { candidate, lastMessage, unreadCount, waitingSince } = conversation;
  // In an open conversation, the composer shows the draft.
  const ownDraft = useDraft(ownId, conversation.id);
  const draft = open ? '' : ownDraft || keptDraft;
  const failed = lastMessage?.status === 'failed' || lastMessage?.status === 'undelivered';
  const optedOut = candidate.consent.status === 'optedOut';
  const absent = covers.find(({ userId }) => userId === conversation.assigneeId);
  // A tag that both have is one.
  const tags = [...conversation.tags, ...candidate.tags.filter((tag) => !hasTag(conversation.tags, tag))];
  const waitsLong = waitingSince && now.getTime() - Date.parse(waitingSince) > WAITING_WORTH_SAYING_MS;
  return (
    <Link
      to={paths.conversation}
      params={{ conversationId: conversation.id }}
      // Of the view that is open.
      search
      className={classes.row}
      ref={keepFocus}
      data-id={conversation.id}
      data-open={open || undefined}
      data-selected={selected || undefined}
      data-unread={unreadCount > 0 || undefined}
      aria-current={open ? 'true' : undefined}
      tabIndex={tabbable ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <PersonAvatar person={candidate} />
      <span className={classes.main}>
        <span className={classes.line}>
          <span className={classes.name}>{candidateName(candidate)}</span>
          {waitsLong ? (
            <span className={classes.waiting} title={`Waiting since ${fullTime(waitingSince, timezone)}`}>
              waiting {elapsed(waitingSince, now)}
            </span>
          ) : (
            lastMessage && (
              <time
                className={classes.time}
                dateTime={lastMessage.createdAt}
                title={fullTime(lastMessage.createdAt, timezone)}
              >
                {shortTime(lastMessage.createdAt, timezone, now)}
              </time>
            )
          )}
        </span>
        <span className={classes.line}>
          {failed && (
            <IconAlertCircle
              size={14}
              className={classes.failed}
              role="img"
              aria-label="Not delivered"
              aria-hidden={false}
            />
          )}
          {draft ? (
            <span className={classes.preview}>
              <span className={classes.draft}>Draft:</span> {draft}
            </span>
          ) : (
            <span className={classes.preview}>{previewOf(lastMessage, ownId)}</span>
          )}
          <span className={classes.marks}>
            {isUnsent && <Mark icon={IconAlertCircle} label="Not sent" tone="danger" />}
            {conversation.hold && (
              <Mark
                icon={conversation.hold.kind === 'hold' ? IconHandStop : IconHelpCircle}
                label={conversation.hold.kind === 'hold' ? 'To review' : 'Does this mean "stop"?'}
                tone="warning"
              />
            )}
            {optedOut && <Mark icon={IconBan} label="Opted out" tone="danger" />}
            {absent && <Mark label={`For ${absent.firstName}`} />}
            {conversation.returned && (
              <Mark label={`Back: ${RETURN_WORDS[conversation.returned.reason]}`} tone="warning" />
            )}
            {conversation.snoozedUntil && (
              <Mark
                label={
                  conversation.snoozedUntilAnswer
                    ? 'Snoozed until they answer'
                    : `Snoozed until ${weekdayAndTime(conversation.snoozedUntil, timezone, now)}`
                }
              />
            )}
            {isSearch && conversation.archivedAt && <Mark label="Archived" />}
            {tags.slice(0, TAGS_SHOWN).map((tag) => (
              <Mark key={tag} label={tag} />
            ))}
            {tags.length > TAGS_SHOWN && (
              <span className={classes.more} title={tags.join(', ')}>
                +{tags.length - TAGS_SHOWN}
              </span>
            )}
          </span>
          {assignee && !absent && (
            <span className={classes.assignee} title={`Assigned to ${personName(assignee)}`}>
              <PersonAvatar person={assignee} size={24} />
              <span className={classes.hidden}>Assigned to {personName(assignee)}</span>
            </span>
          )}
          {unreadCount > 0 && (
            <span className={classes.unread}>
              {unreadCount > 99 ? '99+' : unreadCount}
              <span className={classes.hidden}> unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

function Mark({
  icon: Icon,
  label,
  tone,
}: {
  icon?: typeof IconBan;
  label: string;
  tone?: 'warning' | 'danger';
}) {
  return (
    <span className={classes.mark} data-tone={tone} title={label}>
      {Icon && <Icon size={12} aria-hidden className={classes.markIcon} />}
      <span className={classes.markLabel}>{label}</span>
    </span>
  );
}
