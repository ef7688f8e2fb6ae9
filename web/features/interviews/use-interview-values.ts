import { useQuery } from '@tanstack/react-query';
import { interviewValues } from '../../../contract/interview-values.ts';
import type { MergeValues } from '../../../contract/merge-attributes.ts';
import { isKnownZone } from '../../lib/dates.ts';
import { nextInterviewQuery } from './interviews-query.ts';

/** Values of a body's merge attributes about the candidate's next interview. Loaded if the body has some. */
export function useInterviewValues(candidateId: string | undefined, body: string): MergeValues {
  const next = useQuery({
    ...nextInterviewQuery(candidateId ?? ''),
    enabled: candidateId !== undefined && body.includes('interview.'),
    meta: { quiet: true },
  }).data;
  const zone = next?.candidateTimezone ?? null;
  if (next === undefined || (zone !== null && !isKnownZone(zone))) return {};
  return interviewValues(next);
}
