import { ActionIcon, Button, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type JobStage, JobStageKind } from '../../../contract/ats.ts';
import { MAX_JOB_STAGES } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putItem } from '../../lib/api/cache.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import classes from './jobs.module.css';
import { jobsChanged, ownStagesOf, stagesQuery } from './jobs-query.ts';

const kindWords: Record<JobStageKind, string> = {
  lead: 'Lead',
  applied: 'Applied',
  screen: 'Screening',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  other: 'Other',
};
const kinds = JobStageKind.options.map((value) => ({ value, label: kindWords[value] }));

/** Changes the stages of all own jobs, each change at once. */
export function StagesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(stagesQuery());
  const stages = ownStagesOf(query.data ?? []);
  return (
    <Modal opened onClose={onClose} size={600} title="Edit stages">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          All your jobs use these stages. The type tells Hiretext what each one means.
        </Text>
        {query.isPending ? (
          <Skeleton height={160} aria-label="Loading stages" role="status" />
        ) : !query.data ? (
          <LoadFailure what="The stages" retry={() => void query.refetch()} />
        ) : (
          <>
            <ol className={classes.stages} aria-label="Stages">
              {stages.map((stage, place) => (
                // What was typed into a name that was refused goes with the next answer.
                <StageRow key={`${stage.id} ${stage.name}`} stage={stage} place={place} stages={stages} />
              ))}
            </ol>
            {stages.length < MAX_JOB_STAGES && <NewStage />}
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function StageRow({ stage, place, stages }: { stage: JobStage; place: number; stages: JobStage[] }) {
  const { id } = stage;
  const [name, setName] = useState(stage.name);
  const change = useSave({
    save: (body: { name?: string; kind?: JobStageKind }) =>
      call(routes.updateJobStage, { params: { id }, body }),
    showsFields: true,
    // Its name and then its kind: neither is ignored.
    inTurn: `stage ${id}`,
    keep: (queryClient, changed) => putItem(queryClient, keyOf(routes.listJobStages), changed),
    changes: (queryClient) => void jobsChanged(queryClient),
  });
  const reorder = useSave({
    save: (ids: string[]) => call(routes.updateJobStageOrder, { body: { ids } }),
    changes: jobsChanged,
  });
  const remove = useSave({
    save: () => call(routes.deleteJobStage, { params: { id } }),
    changes: jobsChanged,
  });
  const isBusy = reorder.isPending || remove.isPending;
  const before = stages[place - 1];
  const after = stages[place + 1];
  return (
    <li className={classes.stageRow}>
      <TextInput
        className={classes.stageName}
        aria-label={`Name of stage ${place + 1}`}
        value={name}
        error={change.isError ? fieldErrorsOf(change.error).name : undefined}
        data-shows="name"
        onChange={({ currentTarget: { value } }) => setName(value)}
        onBlur={() => name.trim() !== stage.name && change.run({ name })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <Select
        className={classes.stageKind}
        aria-label={`Kind of ${stage.name}`}
        data={kinds}
        value={change.isPending ? (change.variables.kind ?? stage.kind) : stage.kind}
        onChange={(kind) => kind && change.run({ kind: kind as JobStageKind })}
        allowDeselect={false}
      />
      <div className={classes.stageTools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Move ${stage.name} up`}
          disabled={!before || isBusy}
          onClick={() => before && reorder.run([id, before.id])}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Move ${stage.name} down`}
          disabled={!after || isBusy}
          onClick={() => after && reorder.run([after.id, id])}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Delete ${stage.name}`}
          disabled={isBusy}
          onClick={() => remove.run()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </li>
  );
}

interface Values {
  name: string;
  kind: JobStageKind;
}

function NewStage() {
  const create = useCallOnce(routes.createJobStage);
  const form = useForm<Values>({
    initialValues: { name: '', kind: 'other' },
    validate: schemaValidator<Values>(routes.createJobStage.body),
  });
  const add = useSave({
    save: (body: Values) => create({ body }),
    form,
    onDone: () => form.reset(),
    changes: jobsChanged,
  });
  return (
    <form
      className={classes.stageRow}
      onSubmit={form.onSubmit((values) => add.run(values))}
      noValidate
      aria-label="New stage"
    >
      <TextInput
        className={classes.stageName}
        aria-label="Name of the new stage"
        placeholder="Add a stage"
        {...fieldProps(form, 'name')}
      />
      <Select
        className={classes.stageKind}
        aria-label="Kind of the new stage"
        data={kinds}
        allowDeselect={false}
        {...fieldProps(form, 'kind')}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        Add
      </Button>
    </form>
  );
}
