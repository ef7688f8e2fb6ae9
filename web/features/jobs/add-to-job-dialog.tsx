import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import { JobChoice } from './job-choice.tsx';
import { useAddApplication } from './use-add-application.ts';

/** Puts a candidate into one of the account's own jobs. */
export function AddToJobDialog({ candidate, onClose }: { candidate: Candidate; onClose: () => void }) {
  const add = useAddApplication({ onAdded: onClose });
  return (
    <JobChoice
      title={`Add ${candidateName(candidate)} to a job`}
      except={new Set(candidate.applications.map((application) => application.jobId))}
      isSaving={add.isPending}
      onChoose={({ jobId, stageId }) => add.run({ candidate, jobId, stageId })}
      onClose={onClose}
    />
  );
}
