import type { Application } from '../../../contract/ats.ts';
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
export function useAddApplication({
  isSaidThere = false,
  onAdded,
}: {
  /** The dialog stays, and says it itself. */
  isSaidThere?: boolean;
  onAdded: (words: string) => void;
}) {
  const create = useCallOnce(routes.createApplication);
  const inWords = ({ jobName, stageName }: Application, { candidate }: Added) =>
    `Added ${candidateName(candidate)} to ${jobName}, in ${stageName}`;
  return useSave({
    save: ({ candidate, jobId, stageId }: Added) =>
      create({ body: { candidateId: candidate.id, jobId, ...(stageId && { stageId }) } }),
    done: isSaidThere ? undefined : inWords,
    onDone: (application, added) => onAdded(inWords(application, added)),
    changes: jobsChanged,
  });
}
