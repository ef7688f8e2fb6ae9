import type { Analytics, Figure } from '../../../contract/analytics.ts';
import { type DeliveryErrorCode, deliveryErrors } from '../../../contract/delivery-error.ts';
import { dayOf } from '../../lib/dates.ts';
import type * as tables from '../../ui/charts/table-view.tsx';
import type { Behind, PartKind } from './analytics-query.ts';
import { countInWords, shareInWords, shareOf } from './numbers-in-words.ts';
import { hourInWords, hoursOfDay, isToCome, namePoints, unitNames, weekdays } from './points.ts';

/* The tables of the screen. What is shown, what is sorted and what is exported are the same cells. */

export interface Cell extends tables.Cell {
  /** In a spreadsheet, and to sort by. */
  value: string | number | null;
  /** Of a whole: a spreadsheet gets it with its percent sign. */
  isShare?: true;
  /** What can be looked at from here. */
  behind?: Behind | undefined;
}

export type FigureTable = tables.FigureTable<Cell>;

const text = (words: string): Cell => ({ words, value: words });

const count = (value: number, behind?: Behind): Cell => ({
  words: countInWords(value),
  value,
  behind: value > 0 ? behind : undefined,
});

function share(part: number, whole: number, behind?: Behind): Cell {
  const value = shareOf(part, whole);
  return { words: shareInWords(value), value, isShare: true, behind: part > 0 ? behind : undefined };
}

/** Figures of one person, template and so on, with what is behind them. */
function figuresOf(kind: PartKind, id: string | null) {
  const behind = (figure: Figure): Behind | undefined =>
    id === null ? undefined : { figure, of: { kind, id } };
  return {
    count: (figure: Figure, value: number) => count(value, behind(figure)),
    share: (figure: Figure, part: number, whole: number) => share(part, whole, behind(figure)),
  };
}

/** The names of points; a spreadsheet gets the first day of each. */
function pointsOf({ series, range }: Analytics): Cell[] {
  return namePoints(series, range).map(({ full }, index) => {
    const { startsAt = '' } = series[index] ?? {};
    return { words: full, value: range.unit === 'hour' ? full : dayOf(startsAt, range.timezone) };
  });
}

const columns = (first: string, ...rest: string[]): FigureTable['columns'] => [
  { label: first, isText: true },
  ...rest.map((label) => ({ label })),
];

const NO_TEXTS = 'No texts on these days.';

export function textsTable(data: Analytics): FigureTable {
  const points = pointsOf(data);
  const past = data.series.filter((point) => !isToCome(point));
  return {
    title: 'Texts over time',
    columns: columns(unitNames[data.range.unit], 'Sent', 'Received'),
    rows: past.map(({ startsAt, sent, received }, index) => ({
      key: startsAt,
      cells: [points[index] ?? text(''), count(sent), count(received)],
    })),
    empty: NO_TEXTS,
  };
}

export function repliesTable(data: Analytics): FigureTable {
  const points = pointsOf(data);
  const past = data.series.filter((point) => !isToCome(point));
  return {
    title: 'Reply rate over time',
    columns: columns(unitNames[data.range.unit], 'Conversations started', 'Answered', 'Reply rate'),
    rows: past.map(({ startsAt, started, answered }, index) => ({
      key: startsAt,
      cells: [points[index] ?? text(''), count(started), count(answered), share(answered, started)],
    })),
    empty: 'No one started a conversation on these days.',
  };
}

export type Direction = 'sent' | 'received';

export const hourTitles: Record<Direction, string> = {
  sent: 'Sent by hour and weekday',
  received: 'Received by hour and weekday',
};

/** How many texts there were at an hour of a weekday. */
export function countByHour({ hours }: Analytics, direction: Direction) {
  const counts = new Map(hours.map((each) => [`${each.weekday} ${each.hour}`, each[direction]]));
  return (weekday: number, hour: number): number => counts.get(`${weekday} ${hour}`) ?? 0;
}

export function hoursTable(data: Analytics, direction: Direction): FigureTable {
  const countAt = countByHour(data, direction);
  return {
    title: hourTitles[direction],
    columns: columns('Hour', ...weekdays.map(({ short }) => short)),
    rows: hoursOfDay.map((hour) => ({
      key: String(hour),
      cells: [text(hourInWords(hour)), ...weekdays.map(({ weekday }) => count(countAt(weekday, hour)))],
    })),
    empty: NO_TEXTS,
  };
}

const roleNames = { recruiter: 'Recruiter', hiringManager: 'Hiring manager' } as const;

export function peopleTable({ people }: Analytics): FigureTable {
  return {
    title: 'People',
    columns: [
      { label: 'Name', isText: true },
      { label: 'Seat', isText: true },
      ...['Sent', 'Received', 'Delivered', 'Failed', 'Conversations started', 'Reply rate', 'Opt-outs'].map(
        (label) => ({ label }),
      ),
    ],
    rows: people.map((person) => {
      const figures = figuresOf('person', person.userId);
      return {
        key: person.userId,
        cells: [
          text(person.name),
          text(person.seatRole ? roleNames[person.seatRole] : 'No seat'),
          figures.count('sent', person.sent),
          figures.count('received', person.received),
          figures.share('delivered', person.delivered, person.sent),
          figures.count('failed', person.failed),
          figures.count('started', person.started),
          figures.share('answered', person.answered, person.started),
          figures.count('optOuts', person.optOuts),
        ],
      };
    }),
    empty: NO_TEXTS,
  };
}

const usesTable = (
  kind: 'template' | 'automation',
  uses: Analytics['templates'],
  { title, first, deleted, empty }: { title: string; first: string; deleted: string; empty: string },
): FigureTable => ({
  title,
  columns: columns(first, 'Sent', 'Answered', 'Opt-outs'),
  rows: uses.map(({ id, name, sent, answered, optOuts }) => {
    const figures = figuresOf(kind, id);
    return {
      key: id,
      cells: [
        text(name ?? deleted),
        figures.count('sent', sent),
        figures.share('answered', answered, sent),
        figures.count('optOuts', optOuts),
      ],
    };
  }),
  empty,
});

export const templatesTable = ({ templates }: Analytics): FigureTable =>
  usesTable('template', templates, {
    title: 'Templates',
    first: 'Template',
    deleted: 'Deleted template',
    empty: 'No texts with a template on these days.',
  });

export const automationsTable = ({ automations }: Analytics): FigureTable =>
  usesTable('automation', automations, {
    title: 'Automations',
    first: 'Automation',
    deleted: 'Deleted automation',
    empty: 'No texts from automations on these days.',
  });

export function numbersTable({ numbers }: Analytics): FigureTable {
  return {
    title: 'Numbers',
    columns: columns('Number', 'Sent', 'Delivered', 'Failed', 'Received'),
    rows: numbers.map(({ id, number, sent, delivered, failed, received }) => {
      const figures = figuresOf('number', id);
      return {
        key: id,
        cells: [
          text(number ?? 'Former number'),
          figures.count('sent', sent),
          figures.share('delivered', delivered, sent),
          figures.count('failed', failed),
          figures.count('received', received),
        ],
      };
    }),
    empty: NO_TEXTS,
  };
}

/** A carrier's code that we don't know is shown like no code. */
const reasonOf = (errorCode: string | null): string =>
  deliveryErrors[errorCode as DeliveryErrorCode] ?? deliveryErrors.unknown_error;

export function failuresTable({ failures }: Analytics): FigureTable {
  return {
    title: 'Why texts failed',
    columns: columns('Reason', 'Failed'),
    rows: failures.map(({ errorCode, failed }) => ({
      key: errorCode ?? '',
      cells: [text(reasonOf(errorCode)), figuresOf('error', errorCode).count('failed', failed)],
    })),
    empty: 'No texts failed on these days.',
  };
}

/** By a column, most first; rows without a figure there come last. */
export function sortRows(table: FigureTable, column: number): FigureTable['rows'] {
  const figureIn = ({ cells }: FigureTable['rows'][number]) => {
    const value = cells[column]?.value;
    return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY;
  };
  return table.rows.toSorted((a, b) => figureIn(b) - figureIn(a));
}
