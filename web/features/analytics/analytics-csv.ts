import type { Analytics, Figures } from '../../../contract/analytics.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/csv.ts';
import {
  automationsTable,
  type Cell,
  type FigureTable,
  failuresTable,
  hoursTable,
  numbersTable,
  peopleTable,
  repliesTable,
  templatesTable,
  textsTable,
} from './figure-table.ts';
import { glossary, topFigures } from './figures.ts';
import { shareInWords } from './numbers-in-words.ts';

/*
 * What is shown, as one file: a table after the other with an empty line between them, each of which a spreadsheet takes for
 * one to sort and to filter.
 */

export interface Export {
  title: string;
  data: Analytics;
  /** Filters by name, and what is chosen. */
  chosen: [filter: string, value: string][];
  /** In the order on the screen. */
  people: FigureTable['rows'];
}

export function analyticsCsv({ title, data, chosen, people }: Export): string {
  const { range, previous } = data;
  const head = [
    [title],
    ['Days', `${range.date} to ${range.enddate}`],
    ['Days before', `${previous.date} to ${previous.enddate}`],
    ['Time zone', range.timezone],
    ...chosen,
  ];
  const tables = [
    textsTable(data),
    repliesTable(data),
    ...(range.date === range.enddate ? [] : [hoursTable(data, 'sent'), hoursTable(data, 'received')]),
    { ...peopleTable(data), rows: people },
    templatesTable(data),
    automationsTable(data),
    numbersTable(data),
    failuresTable(data),
  ];
  const sections = [head, figureLines(data), ...tables.filter(({ rows }) => rows.length > 0).map(linesOf)];
  return (
    BYTE_ORDER_MARK + sections.map((lines) => lines.map((cells) => csvLine(cells)).join('')).join('\r\n')
  );
}

export const fileNameOf = (title: string, { date, enddate }: Analytics['range']): string =>
  `${title.toLowerCase().replaceAll(' ', '-')}-${date}-to-${enddate}.csv`;

function figureLines({ figures, previousFigures, team, waiting }: Analytics): string[][] {
  const all = [figures, previousFigures, ...(team ? [team] : [])];
  const line = (label: string, of: (each: Figures) => number | null) => [
    label,
    ...all.map((each) => String(of(each) ?? '')),
  ];
  return [
    ['Figures', 'These days', 'Days before', ...(team ? ['Team'] : [])],
    ...topFigures.map(({ figure, kind, of }) => {
      const { label } = glossary[figure];
      if (kind === 'minutes') return line(`${label} (minutes, median)`, of);
      if (kind === 'count') return line(label, of);
      return [label, ...all.map((each) => (of(each) === null ? '' : shareInWords(of(each))))];
    }),
    line(`${glossary.candidateAnswers.label} (minutes, 90% within)`, (each) => each.candidateAnswerTimes.p90),
    line(`${glossary.ourAnswers.label} (minutes, 90% within)`, (each) => each.ourAnswerTimes.p90),
    line(glossary.automatic.label, ({ automatic }) => automatic),
    line(glossary.startedByCandidates.label, ({ startedByCandidates }) => startedByCandidates),
    [glossary.waiting.label, String(waiting)],
  ];
}

const linesOf = ({ title, columns, rows }: FigureTable): string[][] => [
  [title],
  columns.map(({ label }) => label),
  ...rows.map(({ cells }) => cells.map(inSpreadsheet)),
];

/** Counts without their commas. */
const inSpreadsheet = ({ words, value, isShare }: Cell): string =>
  value === null ? '' : isShare ? words : String(value);
