import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCalendarTime } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { CALENDARS, missingOf } from '../../../../contract/access.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { outsideDialogs } from '../../../lib/outside-dialogs.ts';
import { whoIs } from '../../../lib/session/access.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { candidateQuery } from '../panel/panel-query.ts';

const OfferTimesDialog = lazy(() =>
  import('../../time-offers/offer-times-dialog.tsx').then((module) => ({ default: module.OfferTimesDialog })),
);

/** Among the composer's tools, for people whose plan has calendars. */
export function OfferTimesButton({ conversation }: { conversation: Conversation }) {
  const { user, account } = useMe();
  return missingOf(CALENDARS, whoIs(user, account)) === null ? (
    <OfferTimes conversation={conversation} here={user.timezone} />
  ) : null;
}

function OfferTimes({ conversation, here }: { conversation: Conversation; here: string }) {
  const [dialog, setDialog] = useState<'closed' | 'open' | 'never'>('never');
  const candidate = useQuery({
    ...candidateQuery(conversation.candidate.id),
    enabled: dialog !== 'never',
  });
  const open = () => setDialog('open');
  useHotkeys([['t', outsideDialogs(open)]]);
  useOfferCommands([{ label: 'Offer times', shortcut: 't', run: open }]);
  return (
    <>
      <Tooltip label="Offer times (t)">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Offer times by text" onClick={open}>
          <IconCalendarTime size={18} />
        </ActionIcon>
      </Tooltip>
      {dialog !== 'never' && candidate.data && (
        <Suspense>
          <OfferTimesDialog
            opened={dialog === 'open'}
            candidate={candidate.data}
            conversationId={conversation.id}
            here={here}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
