import { describe, expect, it } from 'vitest';
import { type ColdText, coldUntil, jobNamed } from './rules.ts';

const DAY = 24 * 60;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 15) + minutes * 60_000);
const by = (senderId: string | null, minutes: number): ColdText => ({ senderId, at: at(minutes) });

const weekly = { perWeek: 3, oneUnanswered: false };
const one = { perWeek: null, oneUnanswered: true };
const three = [by('ana', -5 * DAY), by('ben', -2 * DAY), by('cy', -1 * DAY)];

describe('when a cold text may go', () => {
  it.each<[string, ColdText[], ColdText, typeof weekly | typeof one, Date | null]>([
    ['the first', [], by('ana', 0), weekly, null],
    ['the third of a week', three.slice(0, 2), by('ana', 0), weekly, null],
    ['the fourth: once the first is a week old', three, by('dana', 0), weekly, at(2 * DAY)],
    ['the fourth, a week after the first', three, by('dana', 2 * DAY), weekly, null],
    ['the first is older', [by('ana', -7 * DAY), ...three.slice(1)], by('dana', 0), weekly, null],
    ['what the same person adds', [...three.slice(0, 2), by('cy', -10)], by('cy', 0), weekly, null],
    [
      'what they add again and again',
      [...three.slice(0, 2), by('cy', -20), by('cy', -10)],
      by('cy', 4),
      weekly,
      null,
    ],
    ['what they add later', [...three.slice(0, 2), by('cy', -16)], by('cy', 0), weekly, at(2 * DAY)],
    ['what someone else adds', [...three.slice(0, 2), by('cy', -10)], by('ana', 0), weekly, at(2 * DAY)],
    ['each stage message', [by(null, -2), by(null, -1), by(null, 0)], by(null, 0), weekly, at(7 * DAY - 2)],
    [
      'before scheduled ones',
      [by('ana', 5 * DAY), by('ben', 5 * DAY), by('cy', 6 * DAY)],
      by('dana', 0),
      weekly,
      at(12 * DAY),
    ],
    [
      'between others that are no week apart from each other',
      [by('ana', -5 * DAY), by('ben', -4 * DAY), by('cy', 5 * DAY)],
      by('dana', 0),
      weekly,
      null,
    ],
    ['without a limit', three, by('dana', 0), { perWeek: null, oneUnanswered: false }, null],
    ['one at a time: the first', [], by('ana', 0), one, null],
    ['one at a time: another', [by('ana', -10 * DAY)], by('ben', 0), one, at(20 * DAY)],
    ['one at a time: what the same person adds', [by('ana', -5)], by('ana', 0), one, null],
    ['one at a time: after 30 days', [by('ana', -30 * DAY)], by('ana', 0), one, null],
  ])('%s', (_, before, text, limits, expected) => {
    expect(coldUntil(before, text, limits)).toEqual(expected);
  });

  it('never lets more than the limit into any week', () => {
    const sent: ColdText[] = [];
    for (let index = 0; index < 300; index += 1) {
      const text = by(`person ${index % 5}`, ((index * 7919) % (40 * DAY)) as number);
      if (coldUntil(sent, text, weekly) === null) sent.push(text);
    }
    const times = sent.map((text) => text.at.getTime()).sort((a, b) => a - b);
    for (const start of times)
      expect(times.filter((time) => start <= time && time < start + 7 * 24 * 3600_000).length).toBeLessThan(
        4,
      );
    expect(times.length).toBeGreaterThan(10);
  });
});

it.each<[string, string[], string | null]>([
  ['Are you free for the night rn role?', ['Night RN', 'Day RN'], 'Night RN'],
  ['About Night RN lead', ['Night RN', 'Night RN Lead'], 'Night RN Lead'],
  ['Are you free?', ['Night RN', 'Night RN'], 'Night RN'],
  ['Are you free?', ['Night RN', 'Day RN'], null],
  ['Are you free?', [], null],
])('%s', (body, jobs, name) => {
  expect(jobNamed(body, jobs)).toBe(name);
});
