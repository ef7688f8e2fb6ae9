import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { jobsChanged } from './jobs-query.ts';

interface Added {
  candidate: Candidate;
  jobId: string;
  stageId: string | null;
}

/** Adds candidates to jobs, each once. */
export function useAddApplication(onAdded: () => void) {
  const queryClient = useQueryClient();
  const create = useCallOnce(routes.createApplication);
  return useMutation({
    mutationFn: ({ candidate, jobId, stageId }: Added) =>
      create({ body: { candidateId: candidate.id, jobId, ...(stageId && { stageId }) } }),
    onSuccess: ({ jobName, stageName }, { candidate }) => {
      notifications.show({
        message: `Added ${candidateName(candidate)} to ${jobName}, in ${stageName}`,
        color: 'teal',
      });
      onAdded();
    },
    onSettled: () => jobsChanged(queryClient),
  });
}
