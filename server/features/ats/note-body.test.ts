import { expect, it } from 'vitest';
import { type NotedText, noteBody } from './note-body.ts';

/* The text of a note, in the account's zone. */

const text = (over: Partial<NotedText>): NotedText => ({
  direction: 'outbound',
  at: new Date('2026-11-02T03:05:00Z'),
  body: 'Are you free at 3?',
  hasMedia: false,
  candidate: 'Sam',
  colleague: 'Dana',
  answer: null,
  answeredStartsAt: null,
  ...over,
});
const frame = {
  zone: 'America/New_York',
  day: null,
  url: 'https://app.example/dashboard/messages/1',
  reference: 'hiretext-1',
};
const when = 'Nov 1, 2026, 10:05 PM';
const end = 'Reference: hiretext-1';

it.each<[string, Partial<NotedText>, string]>([
  ['sent', {}, `Text sent by Dana to Sam, ${when}\n\nAre you free at 3?\n\n${end}`],
  [
    'received',
    { direction: 'inbound', body: 'Yes' },
    `Text received from Sam by Dana, ${when}\n\nYes\n\n${end}`,
  ],
  [
    'from a nameless one to an empty seat',
    { direction: 'inbound', candidate: '', colleague: null },
    `Text received from the candidate, ${when}\n\nAre you free at 3?\n\n${end}`,
  ],
  ['automatic', { colleague: null }, `Text sent by Hiretext to Sam, ${when}\n\nAre you free at 3?\n\n${end}`],
  [
    'that confirms',
    {
      direction: 'inbound',
      body: 'C',
      answer: 'confirmed',
      answeredStartsAt: new Date('2026-11-04T19:00:00Z'),
    },
    `Text received from Sam by Dana, ${when}\n\nC (confirmed the interview on Nov 4, 2026, 2:00 PM)\n\n${end}`,
  ],
  [
    'a picture alone',
    { body: '', hasMedia: true },
    `Text sent by Dana to Sam, ${when}\n\nAttachments: https://app.example/dashboard/messages/1\n\n${end}`,
  ],
])('a text: %s', (_, over, body) => {
  // There is a narrow space before the PM.
  expect(noteBody([text(over)], frame).replaceAll('\u202f', ' ')).toBe(body);
});

it('a day', () => {
  const answer = text({
    direction: 'inbound',
    body: 'Here',
    hasMedia: true,
    at: new Date('2026-11-02T03:09:00Z'),
    answer: 'rescheduleRequested',
    answeredStartsAt: new Date('2026-11-04T19:00:00Z'),
  });
  const body = noteBody([text({}), answer], { ...frame, day: '2026-11-01' }).replaceAll('\u202f', ' ');
  expect(body.split('\n\n')).toEqual([
    'Texts with Sam on Nov 1, 2026',
    '10:05 PM, Dana: Are you free at 3?',
    '10:09 PM, Sam: Here (attachment) (asked for another time for the interview on Nov 4, 2026, 2:00 PM)',
    'Attachments: https://app.example/dashboard/messages/1',
    end,
  ]);
});
