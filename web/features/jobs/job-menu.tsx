import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Job } from '../../../contract/jobs.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { JobDialog } from './job-dialog.tsx';
import { jobsChanged } from './jobs-query.ts';

/** What can be done with a job. */
export function JobMenu({ job, onDeleted }: { job: Job; onDeleted?: () => void }) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const isOpen = job.status === 'open';
  const close = () => setAsking(null);
  const turn = useSave({
    save: () =>
      call(routes.updateJob, { params: { id: job.id }, body: { status: isOpen ? 'closed' : 'open' } }),
    done: ({ name, status }) => (status === 'closed' ? `Closed ${name}` : `Reopened ${name}`),
    changes: jobsChanged,
  });
  const remove = useSave({
    save: () => call(routes.deleteJob, { params: { id: job.id } }),
    done: `Deleted ${job.name}`,
    onDone: () => onDeleted?.(),
    changes: (queryClient) => {
      close();
      jobsChanged(queryClient);
    },
  });
  return (
    <>
      <Menu position="bottom-end" width={176}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${job.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking('rename')}>Rename</Menu.Item>
          <Menu.Item onClick={() => turn.run()}>{isOpen ? 'Close job' : 'Reopen job'}</Menu.Item>
          {job.candidates === 0 && (
            <>
              <Menu.Divider />
              <Menu.Item c="var(--danger)" onClick={() => setAsking('delete')}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'rename' && <JobDialog job={job} onClose={close} />}
      <ConfirmDialog
        title={`Delete “${job.name}”?`}
        confirm="Delete"
        opened={asking === 'delete'}
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
        onClose={close}
      >
        <Text>You can't undo this. To keep the job for later, close it instead.</Text>
      </ConfirmDialog>
    </>
  );
}
