import { wallClock } from '../../../local-time.ts';

interface Offered {
  number: number;
  startsAt: Date;
}

/**
 * The number of a time that was offered, `none` of them, or null: a person has to read it. If something else has been asked since,
 * only a time that is spelled out counts.
 */
export function readChoice(
  body: string,
  times: Offered[],
  zone: string,
  { isAskedSince }: { isAskedSince: boolean },
): number | 'none' | null {
  const text = plain(body);
  if (isAskedSince) return timeNamed(text, times, zone);
  const rest = withoutFillers(text);
  if (NONE.test(text) || NONE.test(rest)) return 'none';
  const number = numberIn(rest);
  if (number !== null)
    return times.some((time) => time.number === number) && !mayBeDay(rest, number, times, zone)
      ? number
      : null;
  return timeNamed(text, times, zone);
}

function plain(body: string): string {
  return body
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/(?<![!.,;*"\u00a1])[!.,;*"\u00a1]+(?=\s|$)/g, ' ')
    .replace(/[\u00a1"*]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const NONE =
  /^(?:no|nope|none|neither|ninguna|ninguno|none of (?:them|these|those|the above)(?: (?:work|works|times))?(?: for me)?|none works?|neither works?)$/;

/** Words around a choice that don't change it. */
const FILLERS =
  /\b(?:please|pls|thanks|thank you|works?(?: best)?|is (?:good|fine|great|perfect|best)|would be (?:good|fine|great|perfect|best)|sounds good|for me|good|great|perfect|okay|ok|yes|yeah|sure|hi|hello|i'll take|i will take|i'd like|i choose|i pick|let's do|lets do|let's go with|por favor|gracias|si|esta bien)\b/g;

const withoutFillers = (text: string) => text.replace(FILLERS, ' ').replace(/\s+/g, ' ').trim();

const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  first: 1,
  second: 2,
  third: 3,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  uno: 1,
  una: 1,
  dos: 2,
  tres: 3,
  primera: 1,
  primero: 1,
  segunda: 2,
  segundo: 2,
  tercera: 3,
  tercero: 3,
};

function numberIn(text: string): number | null {
  const [, said = ''] =
    /^(?:the|la|el)? ?(?:(?:option|number|no|opcion|numero|time) ?)?(?:#|\()? ?([a-z]+|\d|\d(?:st|nd|rd))(?:\)|:|-)?(?: (?:one|option|time|opcion))?$/.exec(
      text,
    ) ?? [];
  return /^\d$/.test(said) ? Number(said) : (WORDS[said] ?? null);
}

/** "The 1st" could be the first one, and the first of the month. */
function mayBeDay(text: string, number: number, times: Offered[], zone: string): boolean {
  return (
    /\d(?:st|nd|rd)/.test(text) &&
    times.some(
      (time) =>
        time.number !== number && new Date(wallClock(time.startsAt.getTime(), zone)).getUTCDate() === number,
    )
  );
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const WEEKDAY = /\b(sun|mon|tue|wed|thu|fri|sat)(?:s|rs|urs|r|day|sday|nesday|rsday|ursday|urday)?\b/;
const DATE =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?\b|\b(\d{1,2})\/(\d{1,2})\b/;
const CLOCK = /(?:\bat |@ ?)?\b(\d{1,2})(?::(\d\d))? ?(am|pm|a\.m|p\.m|a\.m\.|p\.m\.)?(?= |$)|\b(noon)\b/;
const AROUND = /\b(?:on|at|the|@)\b|[-@]/g;

/** Something like "Tuesday at 10 works": right if it names exactly one of the times, and nothing else. */
function timeNamed(text: string, times: Offered[], zone: string): number | null {
  const weekday = WEEKDAY.exec(text);
  const afterDay = text.replace(WEEKDAY, ' ');
  const date = DATE.exec(afterDay);
  const afterDate = afterDay.replace(DATE, ' ').replace(/\s+/g, ' ');
  const time = CLOCK.exec(afterDate);
  const rest = withoutFillers(afterDate.replace(CLOCK, ' ').replace(AROUND, ' '));
  const namesOneWell =
    weekday !== null || date !== null || time?.[2] !== undefined || time?.[3] !== undefined;
  if (rest !== '' || !namesOneWell) return null;
  const fitting = times.filter(({ startsAt }) => {
    const shown = new Date(wallClock(startsAt.getTime(), zone));
    return (
      (weekday === null || WEEKDAYS[shown.getUTCDay()] === weekday[1]) &&
      (date === null || isDate(shown, date)) &&
      (time === null || isClock(shown, time))
    );
  });
  return fitting.length === 1 ? (fitting[0]?.number ?? null) : null;
}

function isDate(shown: Date, [, month, day, monthNumber, dayNumber]: RegExpExecArray): boolean {
  const wanted = month === undefined ? Number(monthNumber) - 1 : MONTHS.indexOf(month);
  return shown.getUTCMonth() === wanted && shown.getUTCDate() === Number(day ?? dayNumber);
}

function isClock(shown: Date, [, hour, minute = '0', half, noon]: RegExpExecArray): boolean {
  const [hours, minutes] = [shown.getUTCHours(), shown.getUTCMinutes()];
  if (noon !== undefined) return hours === 12 && minutes === 0;
  if (minutes !== Number(minute)) return false;
  const said = Number(hour);
  if (half === undefined) return hours === said || (said <= 12 && hours % 12 === said % 12);
  return said <= 12 && hours === (said % 12) + (half.startsWith('p') ? 12 : 0);
}
