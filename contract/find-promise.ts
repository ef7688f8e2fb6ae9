/*
 * "I'll let you know by Friday", found in a text that a person wrote, with the day and time to remember it. Pure, by the writer's wall
 * clock. It says nothing rather than something wrong: questions, conditions, the other side's duties and vague times are no promises.
 */

export interface FoundPromise {
  /** As it is in the text. */
  phrase: string;
  /** By the writer's clock, e.g. 2026-11-27T09:00. */
  at: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WHO =
  "(?:(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to)|(?:our team|the team|someone|someone from (?:our|the) team|the hiring manager|our hiring manager)(?:'ll| will)|(?:i|we) promise to)";
const SOFTENER =
  '(?: (?:definitely|certainly|also|then|just|personally|both|all|surely|absolutely|for sure|be sure to|make sure to|make sure i|make sure we|have (?:someone|my colleague|our team|the team)))?';
const OBJECT = "(?: (?:you|ya|u|y'all|you all|you guys|you both))";
const VERB = [
  `let${OBJECT} know`,
  '(?:get|come|be|write|circle|report)(?: right)? back (?:to|with|in touch with)(?: you| ya| u)',
  'be back in touch',
  'be in touch',
  'follow(?:ing)?[ -]?up(?: with you| on this| on that)?',
  'check (?:back )?in(?: with you)?',
  'circle back',
  'touch base(?: with you)?',
  'reach (?:back )?out(?: to you| again)?',
  `(?:call|text|email|e-mail|message|phone|ring|update|answer|notify|inform|ping|contact|write)${OBJECT}(?: back)?`,
  'be (?:calling|texting|emailing|messaging|contacting) you(?: back)?',
  'be (?:reaching out|getting back to you|following up|sending (?:you|it|that|them|this|over|out))',
  'give you (?:a call|a ring|a shout|an update|an answer|feedback|a decision|a heads up|the details|more details)',
  'send(?: you| it| that| them| this| over| out| the| your| an| a)',
  'get you (?:an answer|the|your|a|an)',
  'have (?:an answer|an update|a decision|news|feedback|more news|more info|more information|the details|your|the offer|an offer|the contract)',
  'confirm(?: with you| it| that| this| the| your)?',
  'respond(?: to you)?',
  'reply(?: to you)?',
].join('|');
const PROMISE = new RegExp(
  `\\b(?:you(?:'ll| will| should) hear (?:back )?from (?:us|me|our team|the team|someone)|${WHO}${SOFTENER} (?:${VERB}))\\b`,
  'i',
);

/** Makes what follows, or what stands before, something other than a promise. */
const NO_PROMISE =
  /\b(?:unless|in case|not|never|n't|won't|can't|cannot|wouldn't|hope|hoping|wish|try|trying|might|may|maybe|perhaps|supposed|would|could|said|told|thought|ask(?:ed)? (?:me|us)|until you|if)\b|n't\b/i;
/** After the time, "if you got the job" is what will be answered. */
const CONDITION_AFTER =
  /\b(?:unless|as long as|provided|assuming|depending|if (?:you|i|we|they|that|this|it|anything|there)(?! (?:got|get|are in|made|are selected|were selected))|otherwise|maybe|perhaps|hopefully)\b/i;
/** Begins a part of the sentence whose time is another one. */
const OTHER_CLAUSE =
  /\b(?:when|once|after|as soon as|because|since|that|what|where|who|whose|how|which|why|while|so|but|or|need|want|start(?:s|ing)?|due|scheduled|happen(?:s|ing|ed)?|is|are|was|were)\b/i;
const ABOUT = /\b(?:about|for|regarding|on|of|from|at|before|until|through|during|starting|between)\b/i;

const DAYS: Record<string, number> = {
  sunday: 0,
  sun: 0,
  monday: 1,
  mon: 1,
  tuesday: 2,
  tues: 2,
  tue: 2,
  wednesday: 3,
  weds: 3,
  wed: 3,
  thursday: 4,
  thurs: 4,
  thur: 4,
  thu: 4,
  friday: 5,
  fri: 5,
  saturday: 6,
  sat: 6,
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  'a couple': 2,
  'a couple of': 2,
  three: 3,
  'a few': 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
};
const NUMBER = `\\d{1,3}|${Object.keys(NUMBERS)
  .toSorted((one, other) => other.length - one.length)
  .join('|')}`;
const WEEKDAY = Object.keys(DAYS)
  .toSorted((one, other) => other.length - one.length)
  .join('|');
/** A day's name alone, and not as part of something: "the Friday shift", "Monday's call". */
const ENDS =
  '(?=$|[,;:)]| (?:morning|afternoon|evening|night|at|by|before|with|and|to|about|regarding|so|if|whether|the latest|latest|end|eod|noon|as|around|either|for sure|then|on|via|\\d))';

interface Time {
  /** Wall clock, ms; null: no time that can be remembered. */
  at: number | null;
  index: number;
  /** With "by", "within" or "in": clearly the promise's own time. */
  isDeadline: boolean;
}

interface Rule {
  pattern: string;
  at: (match: RegExpExecArray, now: number) => number | null;
}

const midnight = (wall: number) => Math.floor(wall / DAY) * DAY;
const weekdayOf = (wall: number) => new Date(wall).getUTCDay();
const nextDay = (now: number, weekday: number) =>
  midnight(now) + (((weekday - weekdayOf(now) + 6) % 7) + 1) * DAY;
/** Monday of the week after. */
const nextWeek = (now: number) => midnight(now) + ((8 - weekdayOf(now)) % 7 || 7) * DAY;

function onWorkday(wall: number): number {
  const weekday = weekdayOf(wall);
  return weekday === 6 ? wall + 2 * DAY : weekday === 0 ? wall + DAY : wall;
}

function afterWorkdays(now: number, count: number): number {
  let day = midnight(now);
  for (let left = count; left > 0; left -= 1) day = onWorkday(day + DAY);
  return day;
}

function inUnits(match: RegExpExecArray, now: number): number | null {
  const { n = '', n2, working, unit = '' } = match.groups ?? {};
  const word = (n2 ?? n).toLowerCase();
  const count = NUMBERS[word] ?? Number(word);
  if (!Number.isInteger(count) || count < 1) return null;
  if (/^min/.test(unit)) return now + count * MINUTE;
  if (/^h/.test(unit)) return now + count * HOUR;
  if (/^week/.test(unit)) return midnight(now) + 7 * count * DAY;
  return working ? afterWorkdays(now, count) : midnight(now) + count * DAY;
}

function inMonth(now: number, month: number | null, day: number): number | null {
  if (day < 1 || day > 31) return null;
  const today = new Date(now);
  for (let ahead = 0; ahead < 13; ahead += 1) {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, day));
    const isThatMonth = month === null || date.getUTCMonth() === month;
    if (isThatMonth && date.getUTCDate() === day && date.getTime() > midnight(now)) return date.getTime();
  }
  return null;
}

const RULES: Rule[] = [
  { pattern: '(?:the )?day after tomorrow', at: (_, now) => midnight(now) + 2 * DAY },
  { pattern: `(?:tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr)(?!')`, at: (_, now) => midnight(now) + DAY },
  {
    pattern: `(?:later |sometime )?(?:today|tonight|this (?:morning|afternoon|evening))(?!')`,
    at: (_, now) => midnight(now),
  },
  {
    pattern: `(?:the )?(?:end of (?:the )?(?:business )?day|eod|cob|close of business)`,
    at: (_, now) => midnight(now),
  },
  {
    pattern: `(?<which>this |next |this coming |the coming |coming )?(?<day>${WEEKDAY})${ENDS}`,
    at: (match, now) => {
      const weekday = DAYS[match.groups?.day?.toLowerCase() ?? ''] ?? 0;
      if (match.groups?.which?.startsWith('next')) return nextWeek(now) + ((weekday + 6) % 7) * DAY;
      return nextDay(now, weekday);
    },
  },
  { pattern: `early next week`, at: (_, now) => nextWeek(now) + DAY },
  {
    pattern: `(?:later |sometime |the end of |end of |the middle of |mid[- ]?)?next week(?!'|end)`,
    at: (_, now) => nextWeek(now) + 4 * DAY,
  },
  {
    pattern: `(?:later |sometime )?(?:(?:the )?end of (?:the|this) week|this week|eow)(?!'|end)`,
    at: (_, now) => (weekdayOf(now) >= 1 && weekdayOf(now) <= 4 ? nextDay(now, 5) : null),
  },
  {
    pattern: `(?:the )?(?:next )?(?:(?:${NUMBER}) ?(?:-|to|or) ?(?<n2>${NUMBER})|(?<n>${NUMBER})) ?(?<working>business |working )?(?<unit>minutes?|mins?|hours?|hrs?|days?|weeks?)`,
    at: inUnits,
  },
  {
    pattern: `(?<month>${MONTHS.join('|')})[a-z]*\\.? (?<date>\\d{1,2})(?:st|nd|rd|th)?\\b`,
    at: (match, now) =>
      inMonth(now, MONTHS.indexOf(match.groups?.month?.toLowerCase() ?? ''), Number(match.groups?.date)),
  },
  {
    pattern: `the (?<date>\\d{1,2})(?:st|nd|rd|th)`,
    at: (match, now) => inMonth(now, null, Number(match.groups?.date)),
  },
  {
    pattern: `(?<month>1[0-2]|[1-9])/(?<date>\\d{1,2})(?![/\\d])`,
    at: (match, now) => inMonth(now, Number(match.groups?.month) - 1, Number(match.groups?.date)),
  },
  { pattern: `(?<hour>\\d{1,2})(?::\\d\\d)? ?(?:am|pm)|noon`, at: (_, now) => midnight(now) },
];

/** Needs "in" or "within"; a number of days alone is about something else. */
const IN_UNITS = RULES.findIndex(({ at }) => at === inUnits);
const PREPOSITION =
  '(?:(?<deadline>by|before|no later than|not later than|within|in|until|till)|(?<bare>on|at|around|sometime))';

const CLOCK =
  /\b(?:at|by|before|around)? ?(?:(?<hour>\d{1,2})(?::(?<minute>\d\d))? ?(?<half>am|pm)|(?<noon>noon))\b/i;

/** The time of day that goes with a day, in ms; null: none that is to come. */
function timeOfDay(rest: string, day: number, now: number): number | null {
  const clock = CLOCK.exec(rest)?.groups;
  if (clock?.noon) return day + 12 * HOUR;
  if (clock?.hour) {
    const hour = Number(clock.hour);
    if (hour < 1 || hour > 12) return null;
    const isAfternoon = clock.half?.toLowerCase() === 'pm';
    return day + ((hour % 12) + (isAfternoon ? 12 : 0)) * HOUR + Number(clock.minute ?? 0) * MINUTE;
  }
  const isToday = day === midnight(now);
  if (/\b(?:tonight|evening|night)\b/i.test(rest)) return day + 18 * HOUR;
  if (/\b(?:end of (?:the )?(?:business )?day|eod|cob|close of business)\b/i.test(rest))
    return day + 16 * HOUR;
  if (/\bafternoon\b/i.test(rest)) return day + (isToday ? 16 : 13) * HOUR;
  if (/\bmorning\b/i.test(rest)) return day + (isToday ? 11 : 9) * HOUR;
  return day + (isToday ? 16 : 9) * HOUR;
}

/** The first time in the words, as early as it begins. */
function findTime(words: string, now: number): Time | null {
  let first: (Time & { length: number }) | null = null;
  RULES.forEach(({ pattern, at }, index) => {
    const match = new RegExp(`(?:\\b${PREPOSITION} )?(?<![\\w'/-])(?:${pattern})\\b`, 'i').exec(words);
    if (match === null) return;
    const { deadline } = match.groups ?? {};
    if (index === IN_UNITS && deadline !== 'in' && deadline !== 'within' && deadline !== 'In') return;
    const isEarlier =
      first === null ||
      match.index < first.index ||
      (match.index === first.index && match[0].length > first.length);
    if (!isEarlier) return;
    const day = at(match, now);
    const rest = words.slice(match.index);
    const isHours = index === IN_UNITS && /^(?:min|h)/.test(match.groups?.unit ?? '');
    const other = day === null || isHours ? day : timeOfDay(rest, dayBeside(rest, index, day, now), now);
    first = { at: other, index: match.index, isDeadline: deadline !== undefined, length: match[0].length };
  });
  return first;
}

/** "By 3 PM on Friday", "by end of day tomorrow": the day comes after the time of day. */
function dayBeside(rest: string, index: number, day: number, now: number): number {
  if (index !== RULES.length - 1 && !/^(?:\w+ )?(?:the )?(?:end of|eod|cob|close of)/i.test(rest)) return day;
  for (const { pattern, at } of RULES.slice(0, 5)) {
    const match = new RegExp(`(?<![\\w'/-])(?:${pattern})\\b`, 'i').exec(
      rest.replace(/^(?:by|before) /i, ''),
    );
    const beside = match && at(match, now);
    if (beside !== null && beside !== undefined && beside !== midnight(now)) return beside;
  }
  return day;
}

const SENTENCE = /[^.!?\n;]+[.!?;]*/g;
/** "Tomorrow I'll call you", "By Friday, we will let you know". */
const LEADS = /^[\s,]*(?:(?:ok|okay|great|thanks|thank you|sure|perfect|hi|hello)[ ,]+(?:\w+, )?)?$/i;
const MOST_WORDS = 8;

function inSentence(sentence: string, now: number): FoundPromise | null {
  const promise = PROMISE.exec(sentence);
  if (promise === null || /\?\s*$/.test(sentence)) return null;
  const before = sentence.slice(0, promise.index).trimEnd();
  const after = sentence.slice(promise.index + promise[0].length);
  if (NO_PROMISE.test(before)) return null;
  const time = findTime(after, now);
  if (time !== null) {
    const gap = after.slice(0, time.index);
    if (NO_PROMISE.test(gap) || OTHER_CLAUSE.test(gap) || CONDITION_AFTER.test(after)) return null;
    if (!time.isDeadline && ABOUT.test(gap)) return null;
    if (/\b(?:your|the|our|my|their|his|her|every|each|last)\s*$/i.test(gap)) return null;
    if (gap.split(/\s+/).length > MOST_WORDS) return null;
    return found(promise[0] + after, time, now);
  }
  const leading = findTime(before, now);
  if (leading === null || CONDITION_AFTER.test(after) || /\b(?:once|when|after|if)\b/i.test(after))
    return null;
  const lead = before.slice(0, leading.index);
  const rest = before.slice(leading.index);
  if (
    !LEADS.test(lead) ||
    rest.split(/\s+/).length > 6 ||
    /\b(?:and|but|is|are|was|works|meeting|interview)\b/i.test(rest)
  )
    return null;
  return found(sentence, leading, now);
}

function found(phrase: string, { at }: Time, now: number): FoundPromise | null {
  if (at === null || at <= now || at > now + 366 * DAY) return null;
  return { phrase: phrase.trim(), at: new Date(Math.ceil(at / MINUTE) * MINUTE).toISOString().slice(0, 16) };
}

/** The first promise in the text; `now` as the writer's clock shows it, e.g. 2026-11-24T15:04. */
export function findPromise(text: string, now: string): FoundPromise | null {
  const plain = text
    .slice(0, 2000)
    .replace(/[‘’]/g, "'")
    .replace(/\b([ap])\.m\.?/gi, '$1m')
    // The period of a short word, and not the end of a sentence.
    .replace(
      /\b([Mm]on|[Tt]ues?|[Ww]ed|[Tt]hurs?|[Ff]ri|[Ss]at|[Ss]un|[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec)\.(?= [a-z\d])/g,
      '$1',
    )
    .replace(/[ \t]+/g, ' ');
  const wall = Date.parse(`${now.slice(0, 16)}:00Z`);
  for (const sentence of plain.match(SENTENCE) ?? []) {
    const promise = inSentence(sentence.replace(/[.!;]+$/, ''), wall);
    if (promise !== null) return promise;
  }
  return null;
}
