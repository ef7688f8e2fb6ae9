import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Broadcast } from '../../../contract/broadcasts.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { broadcastsChanged } from './broadcasts-query.ts';

const calls = {
  pause: routes.pauseBroadcast,
  resume: routes.resumeBroadcast,
  cancel: routes.cancelBroadcast,
  approve: routes.approveBroadcast,
  decline: routes.declineBroadcast,
} as const;

/** What can be done with it now. */
export function Actions({ broadcast }: { broadcast: Broadcast }) {
  const { id, can, status, outcomes } = broadcast;
  const [isCanceling, setCanceling] = useState(false);
  const act = useSave({
    save: (verb: keyof typeof calls) => call(calls[verb], { params: { id } }),
    changes: broadcastsChanged,
    onDone: () => setCanceling(false),
    onFailed: () => setCanceling(false),
  });
  const button = (verb: keyof typeof calls, label: string, isMain = false) => (
    <Button
      variant={isMain ? 'filled' : 'default'}
      loading={act.isPending && act.variables === verb}
      onClick={() => act.run(verb)}
    >
      {label}
    </Button>
  );
  const isOver = ['done', 'stopped', 'canceled'].includes(status);
  return (
    <Group gap="sm">
      {can.approve && button('approve', 'Approve', true)}
      {can.approve && button('decline', 'Decline')}
      {can.resume && button('resume', 'Resume', true)}
      {can.pause && button('pause', 'Pause')}
      {can.cancel && (
        <Button variant="default" c="var(--danger)" onClick={() => setCanceling(true)}>
          Cancel
        </Button>
      )}
      {isOver && (outcomes.delivered ?? 0) > 0 && (
        <Button
          renderRoot={(props) => <Link to={paths.newBroadcast} search={{ unansweredOf: id }} {...props} />}
          variant="default"
        >
          Nudge those who didn't answer
        </Button>
      )}
      {isCanceling && (
        <ConfirmDialog
          title="Cancel this broadcast?"
          confirm="Cancel it"
          isPending={act.isPending}
          onConfirm={() => act.run('cancel')}
          onClose={() => setCanceling(false)}
        >
          <Text>
            {`${counted(outcomes.waiting ?? 0, 'text')} won't go out, and you can't undo this. What has gone out stays.`}
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  );
}
