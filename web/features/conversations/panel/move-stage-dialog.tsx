import { Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Application, ATS_NAMES } from '../../../../contract/ats.ts';
import type { Candidate } from '../../../../contract/candidates.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { candidateQuery } from './panel-query.ts';

/** Open while there is an application to move. */
export function MoveStageDialog({
  candidate,
  application,
  onClose,
}: {
  candidate: Candidate;
  application: Application | null;
  onClose: () => void;
}) {
  return (
    <Modal opened={application !== null} onClose={onClose} title={`Move ${candidateName(candidate)}`}>
      {application && <Question candidate={candidate} application={application} onClose={onClose} />}
    </Modal>
  );
}

function Question({
  candidate,
  application,
  onClose,
}: {
  candidate: Candidate;
  application: Application;
  onClose: () => void;
}) {
  const { atsType, jobId, jobName, stageId, stageName } = application;
  const stages = useQuery(routeQuery(routes.listJobStages));
  const [chosen, setChosen] = useState<string | null>(null);
  const system = atsType && ATS_NAMES[atsType];
  const move = useSave({
    save: (to: string) =>
      call(routes.moveStage, {
        params: { id: candidate.id },
        body: { applicationId: application.id, stageId: to, ...(stageId && { fromStageId: stageId }) },
      }),
    showsFields: true,
    done: (moved) => `Moved to ${moved.stageName ?? 'the new stage'}`,
    onDone: onClose,
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'stage_moved') onClose();
    },
    changes: (queryClient) => {
      loadAgain(queryClient, candidateQuery(candidate.id).queryKey);
      void loadAgain(queryClient, routes.listCandidates);
    },
  });
  if (stages.isPending) return <Skeleton height={36} aria-label="Loading stages" role="status" />;
  if (!stages.data) return <LoadFailure what="The stages" retry={() => void stages.refetch()} />;
  const options = stages.data
    .filter((stage) => stage.atsType === atsType && (stage.jobId === null || stage.jobId === jobId))
    .filter(({ id }) => id !== stageId)
    .map((stage) => ({ value: stage.id, label: stage.name }));
  if (options.length === 0) return <Text>This job has no other stage{system && ` in ${system}`}.</Text>;
  const to = options.find(({ value }) => value === chosen)?.label;
  return (
    <Stack>
      <Select
        label="New stage"
        description={[jobName, stageName && `now in ${stageName}`].filter(Boolean).join(', ')}
        placeholder="Choose a stage"
        data={options}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
        searchable={options.length > 8}
        error={move.isError ? fieldErrorsOf(move.error).stageId : undefined}
        data-shows="stageId"
        data-autofocus
      />
      {system && (
        <Text size="sm" c="dimmed">
          They move in {system} too. If {system} emails candidates who enter a stage, it does so now.
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!chosen} loading={move.isPending} onClick={() => chosen && move.run(chosen)}>
          {to ? `Move to ${to}` : 'Move'}
        </Button>
      </Group>
    </Stack>
  );
}
