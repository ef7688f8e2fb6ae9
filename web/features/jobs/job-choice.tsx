import { Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { jobsQuery, ownStagesOf, stagesQuery } from './jobs-query.ts';

interface Chosen {
  jobId: string;
  jobName: string;
  stageId: string | null;
}

interface Choice {
  /** Jobs that aren't offered. */
  except?: ReadonlySet<string | null> | undefined;
  isSaving: boolean;
  onChoose: (chosen: Chosen) => void;
  onClose: () => void;
  /** Above the buttons. */
  children?: ReactNode;
}

const NONE: ReadonlySet<string | null> = new Set();

/** One of the account's own jobs, and a stage, to put someone in. */
export function JobChoice({ title, ...choice }: Choice & { title: string }) {
  return (
    <Modal opened onClose={choice.onClose} title={title}>
      <Question {...choice} />
    </Modal>
  );
}

function Question({ except = NONE, isSaving, onChoose, onClose, children }: Choice) {
  const jobs = useInfiniteQuery(jobsQuery('open'));
  const stages = useQuery(stagesQuery());
  const [jobId, setJobId] = useState<string | null>(null);
  const [chosenStage, setStageId] = useState<string | null>(null);
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
  const options = jobs.data.pages
    .flatMap((page) => page.items)
    .filter(({ id }) => !except.has(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  const job = options.find(({ value }) => value === jobId);
  const own = ownStagesOf(stages.data);
  const stageId = chosenStage ?? own[0]?.id ?? null;
  if (options.length === 0)
    return (
      <Stack gap="md">
        <Text>
          {except.size > 0 ? "There's no other open job." : 'You have no open jobs yet.'} Add one under Jobs.
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
      {children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!job}
          loading={isSaving}
          onClick={() => job && onChoose({ jobId: job.value, jobName: job.label, stageId })}
        >
          Add to job
        </Button>
      </Group>
    </Stack>
  );
}
