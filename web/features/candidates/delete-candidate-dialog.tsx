import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { candidatesChanged } from './candidates-query.ts';

export function DeleteCandidateDialog({
  candidate,
  onClose,
  onDeleted,
}: {
  candidate: Candidate | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(candidate);
  useEffect(() => {
    if (candidate) setShown(candidate);
  }, [candidate]);
  const current = candidate ?? shown;
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.deleteCandidate, { params: { id } }),
    onSuccess: async () => {
      onClose();
      notifications.show({ message: 'Candidate deleted', color: 'teal' });
      await candidatesChanged(queryClient);
      onDeleted();
    },
  });
  if (!current) return null;
  const name = candidateName(current);
  return (
    <Modal
      opened={candidate !== null}
      onClose={onClose}
      title={`Delete ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>
          Your conversations with {name} are deleted too, with every text and picture in them. You can't undo
          this.
        </Text>
        <Text c="dimmed">If this number opted out, it stays opted out.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate(current.id)}>
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
