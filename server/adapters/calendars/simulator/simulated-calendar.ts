import type { FastifyInstance } from 'fastify';

export const SIMULATED_CALENDAR_PATH = '/simulator/calendar.ics';

/** A week like many; times are in the zone of who looks. */
const EVENTS = [
  { title: 'Team meeting', from: '0930', to: '1000', days: 'MO,TU,WE,TH,FR' },
  { title: 'Lunch', from: '1200', to: '1300', days: 'MO,TU,WE,TH,FR' },
  { title: 'Hiring review', from: '1400', to: '1600', days: 'TU,TH' },
  { title: 'Focus time', from: '1300', to: '1700', days: 'FR' },
];

/** A Monday; each repeats from the first of its days. */
const FIRST_DAYS: Record<string, string> = { MO: '20240101', TU: '20240102', FR: '20240105' };

const linesOf = ({ title, from, to, days }: (typeof EVENTS)[number], index: number) => {
  const day = FIRST_DAYS[days.slice(0, 2)];
  return [
    'BEGIN:VEVENT',
    `UID:simulated-${index}@hiretext.example`,
    'DTSTAMP:20240101T000000Z',
    `DTSTART:${day}T${from}00`,
    `DTEND:${day}T${to}00`,
    `RRULE:FREQ=WEEKLY;BYDAY=${days}`,
    `SUMMARY:${title}`,
    'END:VEVENT',
  ];
};

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Hiretext//Simulated calendar//EN',
  'X-WR-CALNAME:Simulated calendar',
  ...EVENTS.flatMap(linesOf),
  'END:VCALENDAR',
  '',
].join('\r\n');

/** The calendar of local mode, published as others are. Only mounted there. */
export function simulatedCalendarRoute(app: FastifyInstance): void {
  app.get(SIMULATED_CALENDAR_PATH, (_request, reply) =>
    reply.type('text/calendar; charset=utf-8').send(FILE),
  );
}
