import type { z } from 'zod';
import type { JobStageKind } from '../../contract/ats.ts';
import type { NewAutomation } from '../../contract/automations.ts';
import type { TemplateType } from '../../contract/templates.ts';

/* What the demo company works with. Candidates are named by their full names. */

export const FIRST_TEXT = 'First text';

const onboardingText =
  'Hi {{candidate.firstName|there}}, tomorrow is your first day. Please bring two forms of ID, and ask for {{recruiter.firstName}} at the front desk.';

/** Those of everyone's own kind are the admin's. */
export const templates: { templateType: TemplateType; name: string; body: string; folder?: string }[] = [
  {
    templateType: 'teamTemplate',
    name: FIRST_TEXT,
    folder: 'Outreach',
    body: 'Hi {{candidate.firstName|there}}, this is {{recruiter.firstName}} with {{company.name}}. We have a {{job.title|new}} opening that fits your background. Open to a quick chat? Reply STOP to opt out.',
  },
  {
    templateType: 'teamTemplate',
    name: 'Still interested?',
    folder: 'Outreach',
    body: "Hi {{candidate.firstName|there}}, {{recruiter.firstName}} again. Are you still interested in the {{job.title|open}} role? A yes or no is fine, and I won't bother you twice.",
  },
  {
    templateType: 'template',
    name: 'Book a call',
    body: "Let's talk for 15 minutes, {{candidate.firstName|there}}. Pick a time that works for you: {{calendar.link}}",
  },
  {
    templateType: 'template',
    name: 'How to find us',
    folder: 'Interviews',
    body: "We're at 500 Battery St, second floor. Ask for {{recruiter.firstName}} at the front desk. Parking in the garage is free for two hours.",
  },
  {
    templateType: 'hiringManagerTemplate',
    name: 'Before we meet',
    body: "Hi {{candidate.firstName|there}}, I'm {{recruiter.fullName}}, and you'd be on my team. Is there anything you'd like to know before we meet?",
  },
  { templateType: 'onboardingTemplate', name: 'The day before', body: onboardingText },
];

export const shortcut = {
  name: '15-minute call',
  shortcut: 'call',
  url: 'https://book.harborview.example/dana/15-minutes',
  enabled: true,
};

/** In the order in which they were added, some days ago. */
export const jobs: { name: string; candidates: { name: string; stage: JobStageKind; daysAgo: number }[] }[] =
  [
    {
      name: 'ICU Registered Nurse',
      candidates: [
        { name: 'Maria Santos', stage: 'interview', daysAgo: 1 },
        { name: 'Aisha Rahman', stage: 'screen', daysAgo: 2 },
        { name: 'Latoya Simmons', stage: 'screen', daysAgo: 4 },
        { name: 'Brian Nguyen', stage: 'applied', daysAgo: 5 },
        { name: 'Grace Kimani', stage: 'applied', daysAgo: 6 },
        { name: 'Yuki Mori', stage: 'lead', daysAgo: 9 },
      ],
    },
    {
      name: 'Support Specialist',
      candidates: [
        { name: 'Mei Tanaka', stage: 'interview', daysAgo: 1 },
        { name: 'Nia Bell', stage: 'hired', daysAgo: 2 },
        { name: 'Terrence Hull', stage: 'offer', daysAgo: 3 },
        { name: 'Zoe Hartman', stage: 'applied', daysAgo: 7 },
        { name: 'Henrik Solberg', stage: 'rejected', daysAgo: 8 },
      ],
    },
  ];

/** By the clock of the company. `inDays` 0 is today. */
export const interviews: {
  name: string;
  title: string;
  inDays: number;
  at: string;
  minutes: number;
  location?: string;
  videoUrl?: string;
  interviewers?: string[];
}[] = [
  { name: 'Latoya Simmons', title: 'Phone screen', inDays: 0, at: '11:00', minutes: 20 },
  {
    name: 'Jamal Carter',
    title: 'Meet at the office',
    inDays: 0,
    at: '15:00',
    minutes: 30,
    location: '500 Battery St, second floor',
  },
  {
    name: 'Maria Santos',
    title: 'Video interview',
    inDays: 1,
    at: '10:30',
    minutes: 30,
    videoUrl: 'https://meet.harborview.example/maria-santos',
    interviewers: ['Priya Raman'],
  },
  {
    name: 'Mei Tanaka',
    title: 'Team interview',
    inDays: 1,
    at: '14:00',
    minutes: 45,
    location: '500 Battery St, second floor',
    interviewers: ['Priya Raman', 'Marcus Oyelaran'],
  },
];

type Rule = Omit<z.input<typeof NewAutomation>, 'jobStageIds'>;

/** Only for candidates in the stage of interviews, so that none of today's is texted about while the demo starts. */
export const reminder: Rule = {
  type: 'interviewReminder',
  name: 'Two hours before',
  body: 'Hi {{candidate.firstName|there}}, a reminder of your interview on {{interview.date}} at {{interview.time}}. Reply C to confirm or R to ask for another time.',
  timing: 'before',
  offsetMinutes: 120,
};

export const onboardingMessages: Rule[] = [
  {
    type: 'onboardingMessage',
    name: 'The day before',
    body: onboardingText,
    timing: 'before',
    offsetMinutes: 1440,
  },
  {
    type: 'onboardingMessage',
    name: 'After the first week',
    body: 'Hi {{candidate.firstName|there}}, you made it through the first week! How is it going so far?',
    timing: 'after',
    offsetMinutes: 7 * 1440,
    workingDaysOnly: true,
  },
];

/** Starts on the next Monday that is at least so many days away. */
export const newHire = { name: 'Nia Bell', daysAhead: 3 };

/** They answer with a number. Times are of the first two weekdays after tomorrow. */
export const offer = {
  name: 'Aisha Rahman',
  title: 'Phone screen',
  minutes: 30,
  intro: 'Sorry we keep missing each other, Aisha. When can I call you?',
  times: [
    { weekday: 0, at: '10:00' },
    { weekday: 0, at: '13:30' },
    { weekday: 1, at: '11:00' },
  ],
};
