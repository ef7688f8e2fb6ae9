import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { DELETION_DAYS } from '../../../contract/deletion.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { showDone } from '../../lib/notices.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PointList } from '../../ui/point-list.tsx';
import { showUndo } from '../../ui/undo-notice.tsx';
import { candidatesChanged } from './candidates-query.ts';
import { whatGoes, whatIsCanceled } from './deletion-words.ts';

/** Shows whose conversations go before anything does. */
export function DeleteCandidateDialog({
  candidate,
  onClose,
  onDeleted,
}: {
  candidate: Candidate | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const [shown, setShown] = useState(candidate);
  useEffect(() => {
    if (candidate) setShown(candidate);
  }, [candidate]);
  const current = candidate ?? shown;
  if (!current) return null;
  return (
    <Modal opened={candidate !== null} onClose={onClose} title={`Delete ${candidateName(current)}?`}>
      <Question candidate={current} onClose={onClose} onDeleted={onDeleted} />
    </Modal>
  );
}

function Question({
  candidate,
  onClose,
  onDeleted,
}: {
  candidate: Candidate;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { user } = useMe();
  const params = { id: candidate.id };
  const preview = useQuery({
    ...routeQuery(routes.getCandidateDeletionPreview, { params }),
    staleTime: 0,
    gcTime: 0,
  });
  const restore = useSave({
    save: () => call(routes.restoreCandidate, { params }),
    done: 'Candidate restored',
    changes: candidatesChanged,
  });
  const remove = useSave({
    save: (scope: string) => call(routes.deleteCandidate, { params, query: { scope } }),
    keep: async (queryClient) => {
      if (user.userType === 'admin') showUndo('Candidate deleted', () => restore.run());
      else showDone('Candidate deleted');
      await candidatesChanged(queryClient);
      onDeleted();
    },
    onDone: onClose,
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'candidate_changed') void preview.refetch();
    },
  });
  if (preview.error instanceof ApiError && preview.error.code === 'legal_hold')
    return (
      <Stack gap="md">
        <Text role="status">{preview.error.message}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  if (preview.isError && !preview.data)
    return (
      <LoadFailure sentence="We couldn't load what would be deleted." retry={() => void preview.refetch()} />
    );
  const isKnown = preview.data !== undefined;
  return (
    <Stack gap="md">
      {isKnown ? (
        <>
          <Text role="status">{whatGoes(candidateName(candidate), preview.data, user.id)}</Text>
          <PointList
            points={[
              whatIsCanceled(preview.data),
              user.userType === 'admin'
                ? `You can restore everything for ${DELETION_DAYS} days, under Deleted candidates.`
                : `An admin can restore everything for ${DELETION_DAYS} days.`,
              'If this number opted out, it stays opted out.',
              'The consent history is kept for 5 years, or 10 after an opt-out. Once the texts are erased, it no longer has the number.',
            ].filter((point) => point !== null)}
          />
        </>
      ) : (
        <Stack gap="sm" role="status" aria-busy="true" aria-label="Checking what would be deleted">
          <Skeleton height={16} />
          <Skeleton height={16} width="70%" />
        </Stack>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red.9"
          disabled={!isKnown || preview.isFetching}
          loading={remove.isPending}
          onClick={() => preview.data && remove.run(preview.data.scope)}
        >
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
