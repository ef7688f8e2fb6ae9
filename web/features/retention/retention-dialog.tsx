import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RETENTION_DELAY_HOURS, type RetentionDays } from '../../../contract/retention.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PointList } from '../../ui/point-list.tsx';
import { previewQuery } from './retention-query.ts';
import { previewInWords, whoStays } from './retention-words.ts';

/** Shows what goes before anything does. */
export function RetentionDialog({
  rule,
  isPending,
  onConfirm,
  onClose,
}: {
  rule: RetentionDays;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const preview = useQuery(previewQuery(rule));
  return (
    <Modal opened onClose={onClose} title="Delete what is older?">
      <Stack gap="md">
        {preview.isPending ? (
          <Stack gap="sm" role="status" aria-busy="true" aria-label="Counting what would be deleted">
            <Skeleton height={16} />
            <Skeleton height={16} width="70%" />
          </Stack>
        ) : (
          <>
            {preview.data ? (
              <Text role="status">{previewInWords(preview.data)}</Text>
            ) : (
              <LoadFailure
                sentence="We couldn't count what this rule would delete. You can save it anyway."
                retry={() => void preview.refetch()}
              />
            )}
            <PointList
              points={[
                `It begins in ${RETENTION_DELAY_HOURS} hours. Until then, you can change it back. All admins get an email.`,
                "Deleted texts and files can't be restored. Candidates can, for 30 days.",
                ...(preview.data ? whoStays(preview.data).map((who) => `Stays: ${who}`) : []),
              ]}
            />
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.9" disabled={preview.isPending} loading={isPending} onClick={onConfirm}>
            Save retention
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
