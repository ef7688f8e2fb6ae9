import { expect, test } from 'vitest';
import type { ConversationActivity } from '../../../../contract/conversation-activity.ts';
import { activityInWords } from './activity-words.ts';

const dana = { id: 'dana', firstName: 'Dana', lastName: 'Reed' };
const ben = { id: 'ben', firstName: 'Ben', lastName: 'Okafor' };

type Details = ConversationActivity['details'];
const line = (
  type: ConversationActivity['type'],
  actor: ConversationActivity['actor'],
  details: Partial<Details> = {},
): ConversationActivity => ({
  id: 'one',
  type,
  actor,
  details: { userId: details.user?.id ?? null, user: null, reason: null, until: null, ...details },
  at: '2026-11-20T15:00:00.000Z',
});

test.each([
  [line('assigned', ben, { user: dana }), 'Ben Okafor assigned this to you'],
  [line('assigned', dana, { user: ben }), 'You assigned this to Ben Okafor'],
  [line('assigned', dana, { user: dana }), 'You took this conversation'],
  [line('assigned', ben, { user: ben }), 'Ben Okafor took this conversation'],
  [line('assigned', null), 'A former colleague assigned this to a former colleague'],
  [line('assigned', ben, { user: dana, reason: 'seatTaken' }), 'Assigned to you with the seat'],
  [
    line('assigned', dana, { user: ben, reason: 'seatCovered' }),
    'You assigned this to Ben Okafor to cover the seat',
  ],
  [line('assigned', ben, { user: dana, reason: 'handedOver' }), 'Ben Okafor handed this over to you'],
  [line('unassigned', dana, { user: ben }), 'You unassigned this from Ben Okafor'],
  [line('unassigned', ben, { user: ben }), 'Ben Okafor unassigned this'],
  [line('unassigned', null, { user: ben, reason: 'personLeft' }), 'Unassigned, since Ben Okafor left'],
  [line('unassigned', null, { reason: 'personLeft' }), 'Unassigned, since a colleague left'],
  [
    line('unassigned', dana, { user: ben, reason: 'coverEnded' }),
    'Unassigned, since Ben Okafor no longer covers the seat',
  ],
  [line('snoozed', ben), 'Ben Okafor snoozed this until they answer'],
  [
    line('snoozed', ben, { until: '2020-01-02T14:00:00.000Z' }),
    'Ben Okafor snoozed this until Thu, Jan 2 9:00 AM',
  ],
  [line('unsnoozed', dana), 'You ended the snooze'],
  [
    line('reminderSet', dana, { until: '2020-01-02T14:00:00.000Z' }),
    'You set a reminder for Thu, Jan 2 9:00 AM',
  ],
  [line('returned', null, { reason: 'noAnswer' }), 'Back on top: no answer'],
])('%#', (activity, words) => {
  expect(activityInWords(activity, { id: 'dana', timezone: 'America/New_York' })).toBe(words);
});
