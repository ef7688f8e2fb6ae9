import { useForm } from '@mantine/form';
import { type Automation, type AutomationType, NewAutomation } from '../../../contract/automations.ts';
import type { BodyInput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { unknownSentence } from '../templates/body-editor.tsx';
import { splitOffset, UNIT_MINUTES, type Unit } from './automation-words.ts';

export type Body = BodyInput<typeof routes.createAutomation>;
export type Start = Partial<Omit<Automation, 'id' | 'type' | 'createdAt' | 'updatedAt'>>;

/** Who the candidate's recruiter is differs by candidate. */
export const RECRUITER = 'recruiter';

export interface Values {
  name: string;
  timing: Automation['timing'];
  /** Empty while nothing is typed. */
  amount: number | string;
  unit: Unit;
  jobStageIds: string[];
  sender: string;
  body: string;
  workingDaysOnly: boolean;
  untilAnswered: boolean;
  evenInConversation: boolean;
  enabled: boolean;
}

function valuesOf(type: AutomationType, start: Start): Values {
  const offset = splitOffset(start.offsetMinutes || UNIT_MINUTES.days);
  return {
    name: start.name ?? '',
    timing: start.timing ?? (type === 'stageMessage' ? 'onTime' : 'before'),
    ...offset,
    jobStageIds: start.jobStageIds ?? [],
    sender: start.senderSeatId ?? RECRUITER,
    body: start.body ?? '',
    workingDaysOnly: start.workingDaysOnly ?? false,
    untilAnswered: start.untilAnswered ?? true,
    evenInConversation: start.evenInConversation ?? false,
    enabled: start.enabled ?? true,
  };
}

export function bodyOf(type: AutomationType, { amount, unit, sender, ...same }: Values): Body {
  const offset = amount === '' ? undefined : Number(amount) * UNIT_MINUTES[unit];
  return {
    type,
    ...same,
    offsetMinutes: same.timing === 'onTime' ? 0 : offset,
    senderSeatId: sender === RECRUITER ? null : sender,
  };
}

/** A sentence about a field of the contract, at the field that shows it here. */
export function atFields({ offsetMinutes, senderSeatId, ...same }: Record<string, string>) {
  return {
    ...same,
    ...(offsetMinutes === undefined ? {} : { amount: offsetMinutes }),
    ...(senderSeatId === undefined ? {} : { sender: senderSeatId }),
  };
}

const fitsContract = schemaValidator<Body>(NewAutomation);
const problemsIn = (type: AutomationType, values: Values): Record<string, string> =>
  atFields(fitsContract(bodyOf(type, values)));

/** What can be previewed: all but the name has to be right. */
export function previewable(type: AutomationType, values: Values): Body | null {
  const body = { ...bodyOf(type, values), name: values.name.trim() || 'Preview' };
  return NewAutomation.safeParse(body).success ? body : null;
}

export function useAutomationForm(type: AutomationType, start: Start) {
  return useForm<Values>({
    initialValues: valuesOf(type, start),
    validate: (values) => {
      const errors = problemsIn(type, values);
      const unknown = unknownSentence(values.body);
      return unknown ? { ...errors, body: unknown } : errors;
    },
  });
}
export type AutomationForm = ReturnType<typeof useAutomationForm>;
