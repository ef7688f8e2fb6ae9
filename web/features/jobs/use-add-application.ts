import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { jobsChanged } from './jobs-query.ts';

interface Added {
  candidate: Candidate;
  jobId: string;
  stageId: string | null;
}

/** Adds candidates to jobs, each once. */
export function useAddApplication(onAdded: () => void) {
  const create = useCallOnce(routes.createApplication);
  return useSave({
    save: ({ candidate, jobId, stageId }: Added) =>
      create({ body: { candidateId: candidate.id, jobId, ...(stageId && { stageId }) } }),
    done: ({ jobName, stageName }, { candidate }) =>
      `Added ${candidateName(candidate)} to ${jobName}, in ${stageName}`,
    onDone: onAdded,
    changes: jobsChanged,
  });
}
