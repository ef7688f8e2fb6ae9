import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDots, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import { dayName, fullTime } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { rowClasses } from '../../ui/data-table.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './candidate-list.module.css';

const TAGS_SHOWN = 2;

export function CandidateRow({
  candidate,
  timezone,
  onEdit,
  onDelete,
}: {
  candidate: Candidate;
  timezone: string;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const called = candidateName(candidate);
  const name = personName(candidate);
  const optedOut = candidate.consent.status === 'optedOut';
  return (
    <tr>
      <td className={classes.name}>
        <div className={rowClasses.person}>
          <PersonAvatar person={candidate} size={28} />
          <button
            type="button"
            className={classes.nameButton}
            data-unnamed={name ? undefined : true}
            aria-label={name ? `Edit ${name}` : `No name yet: edit ${called}`}
            onClick={onEdit}
          >
            {name || 'No name yet'}
          </button>
          {optedOut && (
            <Badge variant="outline" color="var(--danger)" tt="none" size="md" className={classes.mark}>
              Opted out
            </Badge>
          )}
        </div>
      </td>
      <td className={classes.phone}>{candidate.phoneNumberFormatted}</td>
      <td className={classes.text} data-column="job" title={candidate.jobTitle ?? undefined}>
        {candidate.jobTitle}
      </td>
      <td className={classes.text} data-column="email" title={candidate.email ?? undefined}>
        {candidate.email}
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
      <td className={classes.added} data-column="added">
        <time dateTime={candidate.createdAt} title={fullTime(candidate.createdAt, timezone)}>
          {dayName(candidate.createdAt, timezone)}
        </time>
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
                <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={onDelete}>
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
