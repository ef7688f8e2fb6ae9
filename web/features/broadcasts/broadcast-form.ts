import { useForm } from '@mantine/form';
import { AskedBroadcast, type BroadcastAudience } from '../../../contract/broadcasts.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { firstTimeFrom } from '../../lib/zoned-time.ts';
import { unknownSentence } from '../templates/body-editor.tsx';

/** Chosen one by one. */
export interface Person {
  id: string;
  name: string;
}

export interface Values {
  people: Person[];
  tags: string[];
  jobId: string | null;
  stageId: string | null;
  search: string;
  body: string;
  asksConsent: boolean;
  when: 'now' | 'at' | 'clock';
  /** As the field has it: by the person's own clock, or by each recipient's. */
  at: string;
}

/** What the link to the form has chosen already. */
export type Given = Pick<BroadcastAudience, 'unansweredOf' | 'importId'>;

export const hasAudience = (
  { people, tags, jobId, stageId, search }: Values,
  { unansweredOf, importId }: Given,
): boolean =>
  (unansweredOf ?? importId) !== undefined ||
  people.length > 0 ||
  tags.length > 0 ||
  jobId !== null ||
  stageId !== null ||
  search.trim() !== '';

export function askedOf(values: Values, { unansweredOf, importId }: Given, timezone: string): AskedBroadcast {
  const { people, tags, jobId, stageId, search, body, asksConsent, when, at } = values;
  const scheduledAt = firstTimeFrom(at, timezone);
  return {
    audience: {
      ...(people.length > 0 ? { candidateIds: people.map(({ id }) => id) } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      ...(jobId === null ? {} : { jobId }),
      ...(stageId === null ? {} : { stageId }),
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(unansweredOf === undefined ? {} : { unansweredOf }),
      ...(importId === undefined ? {} : { importId }),
    },
    ...(asksConsent ? { asksConsent } : { body }),
    ...(when === 'at' && scheduledAt !== null ? { scheduledAt } : {}),
    ...(when === 'clock' ? { localTime: at } : {}),
  };
}

const fitsContract = schemaValidator<AskedBroadcast>(AskedBroadcast);

/** What can't be looked at yet, by field. */
export function problemsIn(values: Values, given: Given, timezone: string): Record<string, string> {
  const {
    localTime,
    scheduledAt: _,
    ...errors
  } = fitsContract(askedOf(values, given, timezone)) as Record<string, string>;
  const unknown = values.asksConsent ? null : unknownSentence(values.body);
  return {
    ...(hasAudience(values, given) ? {} : { tags: 'Choose who gets the text' }),
    ...errors,
    ...(unknown ? { body: unknown } : {}),
    ...(values.when !== 'now' && (values.at === '' || localTime) ? { at: 'Choose a date and a time' } : {}),
  };
}

export function useBroadcastForm(given: Given, timezone: string, people: Person[]) {
  return useForm<Values>({
    initialValues: {
      people,
      tags: [],
      jobId: null,
      stageId: null,
      search: '',
      body: '',
      asksConsent: false,
      when: 'now',
      at: '',
    },
    validate: (values) => problemsIn(values, given, timezone),
  });
}
export type BroadcastForm = ReturnType<typeof useBroadcastForm>;
