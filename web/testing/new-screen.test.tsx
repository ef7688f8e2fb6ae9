import { Button, MantineProvider, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Job } from '../../contract/jobs.ts';
import * as routes from '../../contract/routes.ts';
import { call } from '../lib/api/api.ts';
import { loadAgain } from '../lib/api/cache.ts';
import { pagedQuery } from '../lib/api/paged-query.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { useSave, useToggle } from '../lib/api/use-save.ts';
import { schemaValidator } from '../lib/forms/schema-validator.ts';
import { fieldProps } from '../lib/forms/success.ts';
import { useCallOnce } from '../lib/forms/use-call-once.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NoticeArea } from '../ui/notice-area.tsx';
import { itemsOf, PagedList } from '../ui/paged-list.tsx';
import { createFakeApi, Refusal } from './fake-api.ts';
import { makeId } from './make.ts';

/* The screen that docs/web.md describes, written from that page alone: a list in pages, a dialog, a form, a switch. */

function Jobs() {
  const list = useInfiniteQuery(pagedQuery(routes.listJobs, { query: { limit: 50 } }));
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button onClick={() => setAdding(true)}>New job</Button>
      <PagedList list={list} items={itemsOf(list.data)} what="Your jobs" empty="No jobs yet.">
        {(jobs) => jobs.map((job) => <JobRow key={job.id} job={job} />)}
      </PagedList>
      {isAdding && <JobDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function JobRow({ job: { id, name, status } }: { job: Job }) {
  const open = useToggle(status === 'open', {
    save: (on) => call(routes.updateJob, { params: { id }, body: { status: on ? 'open' : 'closed' } }),
    changes: (queryClient) => loadAgain(queryClient, routes.listJobs),
  });
  return <Switch label={name} {...open} />;
}

function JobDialog({ onClose }: { onClose: () => void }) {
  const create = useCallOnce(routes.createJob);
  const form = useForm({
    initialValues: { name: '' },
    validate: schemaValidator<{ name: string }>(routes.createJob.body),
  });
  const save = useSave({
    save: (body: { name: string }) => create({ body }),
    form,
    done: 'Job saved',
    changes: (queryClient) => loadAgain(queryClient, routes.listJobs),
    onDone: onClose,
  });
  return (
    <FormDialog
      title="New job"
      form={form}
      submit="Save"
      isSaving={save.isPending}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...fieldProps(form, 'name')} />
    </FormDialog>
  );
}

test('a screen written by the page has what every screen has', async () => {
  const api = createFakeApi();
  const makeJob = (name: string): Job => ({
    id: makeId(),
    name,
    status: 'open',
    candidates: 0,
    createdAt: new Date().toISOString(),
  });
  let jobs = [makeJob('Night nurse')];
  let isTaken = true;
  api.answer(routes.listJobs, () => ({ items: jobs, nextCursor: null }));
  api.answer(routes.createJob, ({ body }) => {
    if (isTaken) return new Refusal('invalid', { name: ['Another job has this name'] });
    jobs = [...jobs, makeJob(body.name)];
    return jobs.at(-1) as Job;
  });
  api.answer(routes.updateJob, ({ body }) => {
    jobs = jobs.map((job) => ({ ...job, ...body }) as Job);
    return jobs[0] as Job;
  });
  vi.stubGlobal('fetch', api.handle);
  const queryClient = createQueryClient();
  const user = userEvent.setup({ delay: null });
  render(
    <MantineProvider>
      <NoticeArea />
      <QueryClientProvider client={queryClient}>
        <Jobs />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByLabelText('Loading your jobs')).toBeTruthy();
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Night nurse' });

  await user.click(toggle);
  await waitFor(() => expect(api.asked(routes.listJobs)).toHaveLength(2));
  expect(toggle.checked).toBe(false);

  await user.click(screen.getByRole('button', { name: 'New job' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(api.asked(routes.createJob)).toHaveLength(0);
  await user.type(dialog.getByLabelText('Name'), 'Driver');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Another job has this name')).toBeTruthy();
  isTaken = false;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job saved')).toBeTruthy();
  expect(await screen.findByRole('switch', { name: 'Driver' })).toBeTruthy();

  jobs = [makeJob('From a colleague')];
  await act(() => loadAgain(queryClient, routes.listJobs));
  expect(await screen.findByRole('switch', { name: 'From a colleague' })).toBeTruthy();
});
