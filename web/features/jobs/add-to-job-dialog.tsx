import { Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { jobsQuery, ownStagesOf, stagesQuery } from './jobs-query.ts';
import { useAddApplication } from './use-add-application.ts';

/** Puts a candidate into one of the account's own jobs. */
export function AddToJobDialog({ candidate, onClose }: { candidate: Candidate; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={`Add ${candidateName(candidate)} to a job`}>
      <Question candidate={candidate} onClose={onClose} />
    </Modal>
  );
}

function Question({ candidate, onClose }: { candidate: Candidate; onClose: () => void }) {
  const jobs = useInfiniteQuery(jobsQuery('open'));
  const stages = useQuery(stagesQuery());
  const [jobId, setJobId] = useState<string | null>(null);
  const [chosenStage, setStageId] = useState<string | null>(null);
  const add = useAddApplication({ onAdded: onClose });
  if (jobs.isPending || stages.isPending)
    return <Skeleton height={36} aria-label="Loading jobs" role="status" />;
  if (!jobs.data || !stages.data)
    return (
      <LoadFailure
        what="Your jobs"
        retry={() => {
          void jobs.refetch();
          void stages.refetch();
        }}
      />
    );
  const isIn = new Set(candidate.applications.map((application) => application.jobId));
  const options = jobs.data.pages
    .flatMap((page) => page.items)
    .filter(({ id }) => !isIn.has(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  const own = ownStagesOf(stages.data);
  const stageId = chosenStage ?? own[0]?.id ?? null;
  if (options.length === 0)
    return (
      <Stack gap="md">
        <Text>
          {isIn.size > 0 ? "There's no other open job." : 'You have no open jobs yet.'} Add one under Jobs.
        </Text>
        <Group justify="flex-end">
          <Button component={Link} to={paths.jobs}>
            Go to Jobs
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Select
        label="Job"
        placeholder="Choose a job"
        data={options}
        value={jobId}
        onChange={setJobId}
        allowDeselect={false}
        searchable={options.length > 8}
        data-autofocus
      />
      {jobs.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={jobs.isFetchingNextPage}
          onClick={() => void jobs.fetchNextPage()}
        >
          Load older jobs
        </Button>
      )}
      <Select
        label="Stage"
        data={own.map(({ id, name }) => ({ value: id, label: name }))}
        value={stageId}
        onChange={setStageId}
        allowDeselect={false}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!jobId}
          loading={add.isPending}
          onClick={() => jobId && add.run({ candidate, jobId, stageId })}
        >
          Add to job
        </Button>
      </Group>
    </Stack>
  );
}
