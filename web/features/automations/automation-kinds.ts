import type { AutomationType, Timing } from '../../../contract/automations.ts';
import type { MergeAttribute } from '../../../contract/merge-attributes.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';

/** What a form for a new automation begins with. */
export interface Proposal {
  label: string;
  name: string;
  timing: Timing;
  offsetMinutes: number;
  body: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const GREETING = 'Hi {{candidate.firstName|there}}, this is {{recruiter.firstName}} from {{company.name}}.';
const ANSWERS = 'Reply C to confirm or R to reschedule.';

const reminders = {
  known: ['interview.date', 'interview.time'],
  list: routes.listInterviewReminders,
  enable: routes.enableInterviewReminders,
  disable: routes.disableInterviewReminders,
  isOn: (user: User) => user.interviewReminderEnabled,
  title: 'Interview reminders',
  noun: 'interview reminder',
  newLabel: 'New reminder',
  about:
    'Remind candidates of interviews from your ATS and those you add yourself. They can confirm by text.',
  switchLabel: 'Send my interview reminders',
  switchText: 'When off, none of them go out. They stay in this list.',
  proposals: [
    {
      label: 'A day before',
      name: 'A day before',
      timing: 'before',
      offsetMinutes: DAY,
      body: `${GREETING} A reminder of your interview on {{interview.date}} at {{interview.time}}. ${ANSWERS}`,
    },
    {
      label: 'An hour before',
      name: 'An hour before',
      timing: 'before',
      offsetMinutes: HOUR,
      body: `Hi {{candidate.firstName|there}}, your interview is today at {{interview.time}}. ${ANSWERS}`,
    },
  ],
} as const;

const onboarding = {
  known: ['onboarding.startDate'],
  list: routes.listOnboardingMessages,
  enable: routes.enableOnboardingMessages,
  disable: routes.disableOnboardingMessages,
  isOn: (user: User) => user.onboardingMessageEnabled,
  title: 'Onboarding messages',
  noun: 'onboarding message',
  newLabel: 'New onboarding message',
  about: 'Text new hires before and after the day they start.',
  switchLabel: 'Send my onboarding messages',
  switchText: 'When off, none of them go out. They stay in this list.',
  proposals: [
    {
      label: 'Three days before',
      name: 'Three days before the start',
      timing: 'before',
      offsetMinutes: 3 * DAY,
      body: `${GREETING} Your first day is {{onboarding.startDate}}. Do you have everything you need?`,
    },
    {
      label: 'A week after',
      name: 'A week after the start',
      timing: 'after',
      offsetMinutes: 7 * DAY,
      body: `${GREETING} How was your first week?`,
    },
  ],
} as const;

const stages = {
  known: [],
  list: routes.listStageMessages,
  enable: routes.enableStageMessages,
  disable: routes.disableStageMessages,
  isOn: (user: User) => user.stageMessageEnabled,
  title: 'Stage messages',
  noun: 'stage message',
  newLabel: 'New stage message',
  about: 'Text candidates when they enter a stage of a job.',
  switchLabel: 'Send my stage messages',
  switchText: 'When off, none of them go out. They stay in this list.',
  proposals: [
    {
      label: 'Right away',
      name: 'Right away',
      timing: 'onTime',
      offsetMinutes: 0,
      body: `${GREETING} Thanks for your interest. When is a good time for a short call?`,
    },
    {
      label: 'Three days later',
      name: 'Three days later',
      timing: 'after',
      offsetMinutes: 3 * DAY,
      body: `${GREETING} Are you still interested in the {{job.title|open role}}?`,
    },
  ],
} as const;

export interface AutomationKind {
  type: AutomationType;
  list: typeof reminders.list | typeof onboarding.list | typeof stages.list;
  enable: typeof reminders.enable | typeof onboarding.enable | typeof stages.enable;
  disable: typeof reminders.disable | typeof onboarding.disable | typeof stages.disable;
  isOn: (user: User) => boolean;
  title: string;
  /** One of them, in a sentence. */
  noun: string;
  newLabel: string;
  about: string;
  switchLabel: string;
  switchText: string;
  proposals: readonly Proposal[];
  /** What everyone has whom one of them goes to. */
  known: readonly MergeAttribute[];
}

export const automationKinds: Record<AutomationType, AutomationKind> = {
  interviewReminder: { type: 'interviewReminder', ...reminders },
  onboardingMessage: { type: 'onboardingMessage', ...onboarding },
  stageMessage: { type: 'stageMessage', ...stages },
};
