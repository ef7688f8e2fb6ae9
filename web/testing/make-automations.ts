import type { Automation, PlannedText } from '../../contract/automations.ts';
import { makeId } from './make.ts';

export function makeAutomation(over: Partial<Automation> = {}): Automation {
  return {
    id: makeId(),
    type: 'interviewReminder',
    name: 'A day before',
    body: 'Hi {{candidate.firstName|there}}, see you at {{interview.time}}.',
    timing: 'before',
    offsetMinutes: 1440,
    jobStageIds: [],
    senderSeatId: null,
    workingDaysOnly: false,
    untilAnswered: true,
    evenInConversation: false,
    enabled: true,
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
    ...over,
  };
}

export function makePlanned(over: Partial<PlannedText> = {}): PlannedText {
  return {
    id: makeId(),
    automationId: makeId(),
    automationName: 'A day before',
    type: 'interviewReminder',
    automationVersion: 1,
    candidate: {
      id: makeId(),
      firstName: 'Ana',
      lastName: 'Ruiz',
      phoneNumber: '+14155550123',
      phoneNumberFormatted: '(415) 555-0123',
    },
    sendAt: '2099-03-02T15:00:00.000Z',
    timezone: 'America/Chicago',
    reason: null,
    preview: 'Hi Ana, see you at 9:00 AM.',
    subject: { kind: 'interview', id: makeId(), at: '2099-03-03T15:00:00.000Z', title: 'Screening' },
    sender: null,
    status: 'planned',
    edited: false,
    conversationId: null,
    messageId: null,
    can: { skip: true, sendNow: true, edit: true, decide: false },
    ...over,
  };
}
