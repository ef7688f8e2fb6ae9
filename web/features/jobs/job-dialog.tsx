import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Job } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { jobsChanged } from './jobs-query.ts';

/** Adds a job, or renames the one given. */
export function JobDialog({
  job,
  onClose,
  onSaved,
}: {
  job: Pick<Job, 'id' | 'name'> | null;
  onClose: () => void;
  onSaved?: (job: Job) => void;
}) {
  const create = useCallOnce(routes.createJob);
  const form = useForm({
    initialValues: { name: job?.name ?? '' },
    validate: schemaValidator<{ name: string }>(routes.createJob.body),
  });
  const save = useSave({
    save: (body: { name: string }) =>
      job === null ? create({ body }) : call(routes.updateJob, { params: { id: job.id }, body }),
    form,
    onDone: (saved) => {
      onClose();
      onSaved?.(saved);
    },
    changes: jobsChanged,
  });
  return (
    <Modal opened onClose={onClose} title={job ? 'Rename job' : 'New job'}>
      <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
        <Stack gap="md">
          <TextInput label="Name" placeholder="Night nurse" data-autofocus {...fieldProps(form, 'name')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {job ? 'Save' : 'Create job'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
