import { ActionIcon, Badge, Button, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ListedCandidate } from '../../../contract/candidates.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import { fullTime, shortTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { rowClasses } from '../../ui/data-table.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { previewOf } from '../messages/preview.ts';
import classes from './candidate-list.module.css';

const TAGS_SHOWN = 2;

interface Selection {
  isSelected: boolean;
  onSelect: (isSelected: boolean, upToLast: boolean) => void;
}

export function CandidateRow({
  candidate,
  now,
  selection,
  onEdit,
  onDelete,
}: {
  candidate: ListedCandidate;
  now: Date;
  /** Null: no one can be selected. */
  selection: Selection | null;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { user } = useMe();
  const called = candidateName(candidate);
  const name = personName(candidate);
  const optedOut = candidate.consent.status === 'optedOut';
  const jobs = jobsOf(candidate);
  return (
    <tr data-selected={selection?.isSelected || undefined} data-unnamed={name ? undefined : true}>
      {selection && <SelectCell called={called} {...selection} />}
      <td className={classes.name}>
        <div className={rowClasses.person}>
          <PersonAvatar person={candidate} size={28} />
          <Link
            to={paths.candidate}
            params={{ candidateId: candidate.id }}
            className={classes.nameLink}
            aria-label={name ? undefined : `No name yet: ${called}`}
          >
            {name || 'No name yet'}
          </Link>
          {optedOut && (
            <Badge variant="outline" color="var(--danger)" tt="none" size="md" className={classes.mark}>
              Opted out
            </Badge>
          )}
        </div>
      </td>
      <td className={classes.last}>
        <LastText candidate={candidate} ownId={user.id} timezone={user.timezone} now={now} />
      </td>
      <td className={classes.phone}>{candidate.phoneNumberFormatted}</td>
      <td className={classes.text} data-column="job" title={jobs}>
        {jobs}
      </td>
      <td className={classes.tags}>
        <div className={rowClasses.tags} title={candidate.tags.join(', ')}>
          {candidate.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500} size="sm">
              {tag}
            </Badge>
          ))}
          {candidate.tags.length > TAGS_SHOWN && (
            <span className={classes.moreTags}>+{candidate.tags.length - TAGS_SHOWN}</span>
          )}
        </div>
      </td>
      <td className={classes.actions}>
        <div>
          {!optedOut && (
            <Button
              renderRoot={(props) => (
                <Link to={paths.newConversation} search={{ candidateId: candidate.id }} {...props} />
              )}
              variant="default"
              size="compact-sm"
              leftSection={<IconMessage size={15} />}
              aria-label={`Text ${called}`}
            >
              Text
            </Button>
          )}
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${called}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
                Edit
              </Menu.Item>
              {candidate.can.delete && (
                <Menu.Item leftSection={<IconTrash size={16} />} color="var(--danger)" onClick={onDelete}>
                  Delete
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      </td>
    </tr>
  );
}

function SelectCell({ called, isSelected, onSelect }: Selection & { called: string }) {
  /** Held down with the click that is being handled. */
  const shift = useRef(false);
  return (
    <td className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={`Select ${called}`}
        checked={isSelected}
        onClick={(event) => {
          shift.current = event.shiftKey;
        }}
        onChange={(event) => onSelect(event.currentTarget.checked, shift.current)}
      />
    </td>
  );
}

/** Their jobs, and how far they have come; their job title without any. */
function jobsOf({ applications, jobTitle }: ListedCandidate): string | undefined {
  const jobs = applications.map(({ jobName, stageName }) => [jobName, stageName].filter(Boolean).join(' · '));
  return jobs.filter(Boolean).join(', ') || jobTitle || undefined;
}

function LastText({
  candidate: { lastContact, firstName },
  ownId,
  timezone,
  now,
}: {
  candidate: ListedCandidate;
  ownId: string;
  timezone: string;
  now: Date;
}) {
  if (!lastContact) return <span className={classes.never}>No texts yet</span>;
  const { message, conversationId } = lastContact;
  const words = previewOf(message, ownId, firstName || 'They');
  return (
    <div className={classes.lastLine}>
      {conversationId ? (
        <Link to={paths.conversation} params={{ conversationId }} className={classes.preview} title={words}>
          {words}
        </Link>
      ) : (
        <span
          className={classes.preview}
          data-hidden
          title={`${words}, in a conversation that you can't see`}
        >
          {words}
        </span>
      )}
      <time
        className={classes.time}
        dateTime={message.createdAt}
        title={fullTime(message.createdAt, timezone)}
      >
        {shortTime(message.createdAt, timezone, now)}
      </time>
    </div>
  );
}
