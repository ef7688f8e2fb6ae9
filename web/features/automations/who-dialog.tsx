import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { textsInWords } from './automation-words.ts';
import { WhoList } from './who-list.tsx';

/** A dry run of an automation as it is saved. */
export function WhoDialog({
  automation: { createdAt: _created, updatedAt: _updated, ...fields },
  user,
  onClose,
}: {
  automation: Automation;
  user: User;
  onClose: () => void;
}) {
  const preview = useQuery({
    ...routeQuery(routes.previewAutomation, { body: { ...fields, enabled: true } }),
    staleTime: 0,
    meta: { quiet: true },
  });
  return (
    <Modal opened onClose={onClose} title={`Who gets “${fields.name}”`}>
      {preview.data ? (
        <Stack gap="sm">
          <Text>
            {preview.data.total === 0
              ? 'No one in the next 14 days.'
              : `${textsInWords(preview.data.total)} in the next 14 days${fields.enabled ? '' : ', once you turn it on'}.`}
          </Text>
          <WhoList found={preview.data} here={user.timezone} />
        </Stack>
      ) : preview.isError ? (
        <LoadFailure what="The list" retry={() => void preview.refetch()} />
      ) : (
        <Skeleton height={120} role="status" aria-busy="true" aria-label="Loading the list" />
      )}
    </Modal>
  );
}
