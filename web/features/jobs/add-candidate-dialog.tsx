import { Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { JobWithStages } from '../../../contract/jobs.ts';
import { RecipientPicker } from '../candidates/picker/recipient-picker.tsx';
import { useAddApplication } from './use-add-application.ts';

/** Puts a candidate into a stage of a job. */
export function AddCandidateDialog({ job, onClose }: { job: JobWithStages; onClose: () => void }) {
  const [stageId, setStageId] = useState<string | null>(job.stages[0]?.id ?? null);
  const add = useAddApplication(onClose);
  return (
    <Modal opened onClose={onClose} title={`Add a candidate to ${job.name}`}>
      <Stack gap="md">
        <Select
          label="Stage"
          data={job.stages.map(({ id, name }) => ({ value: id, label: name }))}
          value={stageId}
          onChange={setStageId}
          allowDeselect={false}
        />
        <RecipientPicker
          isKnownOnly
          onPick={({ candidate }) => {
            if (candidate) add.run({ candidate, jobId: job.id, stageId });
          }}
        />
      </Stack>
    </Modal>
  );
}
