import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Job } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
    <FormDialog
      title={job ? 'Rename job' : 'New job'}
      form={form}
      submit={job ? 'Save' : 'Create job'}
      isSaving={save.isPending}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Night nurse" data-autofocus {...fieldProps(form, 'name')} />
    </FormDialog>
  );
}
