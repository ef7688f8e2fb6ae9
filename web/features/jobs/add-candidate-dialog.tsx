import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobWithStages } from '../../../contract/jobs.ts';
import { RecipientPicker } from '../recipients/recipient-picker.tsx';
import classes from './jobs.module.css';
import { useAddApplication } from './use-add-application.ts';

/** Puts candidates into a stage of a job, one after the other. */
export function AddCandidateDialog({ job, onClose }: { job: JobWithStages; onClose: () => void }) {
  const [stageId, setStageId] = useState<string | null>(job.stages[0]?.id ?? null);
  const [added, setAdded] = useState<string[]>([]);
  const add = useAddApplication({
    isSaidThere: true,
    onAdded: (words) => setAdded((others) => [words, ...others]),
  });
  return (
    <Modal opened onClose={onClose} title={`Add candidates to ${job.name}`}>
      <Stack gap="md">
        <Select
          label="Stage"
          data={job.stages.map(({ id, name }) => ({ value: id, label: name }))}
          value={stageId}
          onChange={setStageId}
          allowDeselect={false}
        />
        <output>
          {added.length > 0 && (
            <ul className={classes.added} aria-label="Added">
              {added.map((words) => (
                <li key={words}>
                  <IconCheck size={16} aria-hidden />
                  {words}
                </li>
              ))}
            </ul>
          )}
        </output>
        {/* A new one is empty, and has the focus. */}
        <RecipientPicker
          key={added.length}
          isKnownOnly
          unavailable={({ applications }) =>
            applications.some(({ jobId }) => jobId === job.id) ? 'Already in this job' : null
          }
          onPick={({ candidate }) => {
            if (candidate) add.run({ candidate, jobId: job.id, stageId });
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
