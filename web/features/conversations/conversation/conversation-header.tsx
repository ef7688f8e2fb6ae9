import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArchive, IconArchiveOff, IconInfoCircle, IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Conversation } from '../../../../contract/conversations.ts';
import { candidateName, personName } from '../../../../contract/person-name.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { useTriage } from '../inbox/use-triage.ts';
import { BackToConversations } from './back-to-conversations.tsx';
import { CandidateDetails } from './candidate-details.tsx';
import classes from './conversation-screen.module.css';

const NameForm = lazy(() => import('./name-form.tsx').then((module) => ({ default: module.NameForm })));

export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const { candidate } = conversation;
  const named = personName(candidate) !== '';
  const clipboard = useClipboard();
  const { putAway, toggleUnread } = useTriage(conversation.id);
  const [naming, setNaming] = useState(false);
  const archiveLabel = conversation.archivedAt ? 'Move back to inbox' : 'Archive';
  return (
    <header className={classes.header}>
      <BackToConversations />
      <PersonAvatar person={candidate} size={32} />
      <div className={classes.who}>
        <div className={classes.whoName}>
          <h1 className={classes.name}>{candidateName(candidate)}</h1>
          {!named && (
            <Popover
              opened={naming}
              onChange={setNaming}
              position="bottom-start"
              width={280}
              returnFocus
              shadow="md"
            >
              <Popover.Target>
                <Button size="compact-xs" variant="light" onClick={() => setNaming(!naming)}>
                  Add name
                </Button>
              </Popover.Target>
              <Popover.Dropdown>
                <Suspense>
                  <NameForm conversation={conversation} onDone={() => setNaming(false)} />
                </Suspense>
              </Popover.Dropdown>
            </Popover>
          )}
        </div>
        <div className={classes.facts}>
          {named && (
            <Tooltip label={clipboard.copied ? 'Copied' : 'Copy number'}>
              <button
                type="button"
                className={classes.copy}
                aria-label={`Copy number ${candidate.phoneNumberFormatted}`}
                onClick={() => clipboard.copy(candidate.phoneNumber)}
              >
                {candidate.phoneNumberFormatted}
              </button>
            </Tooltip>
          )}
          {named && candidate.jobTitle && ' · '}
          {candidate.jobTitle}
        </div>
      </div>
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
      <Popover position="bottom-end" width={280} shadow="md" trapFocus>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Candidate details">
            <IconInfoCircle size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <CandidateDetails candidateId={candidate.id} />
        </Popover.Dropdown>
      </Popover>
    </header>
  );
}
