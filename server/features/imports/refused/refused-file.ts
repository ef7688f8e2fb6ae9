import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, neutralized } from '../../../../contract/csv.ts';
import type { Db } from '../../../db/connection.ts';
import { type ImportRow, listRefused } from '../store.ts';
import { writeXlsx } from './write-xlsx.ts';

interface Download {
  fileName: string;
  contentType: string;
  content: Readable;
}

/** The refused rows of a file as it had them, each with the reason. Mended, it can be imported. */
export function refusedFile(db: Db, accountId: string, row: ImportRow): Download {
  const { file } = row.layout;
  const name = row.fileName.replace(/\.\w+$/, '');
  if (file.format === 'xlsx')
    return {
      fileName: `${name}-refused.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: writeXlsx(neutralizedRows(rowsOf(db, accountId, row))),
    };
  return {
    fileName: `${name}-refused.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: Readable.from(linesOf(rowsOf(db, accountId, row), file.delimiter)),
  };
}

async function* linesOf(rows: AsyncIterable<string[]>, delimiter: string): AsyncGenerator<string> {
  let lines = BYTE_ORDER_MARK;
  for await (const cells of rows) {
    lines += csvLine(cells, delimiter);
    if (lines.length < PIECE) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

/** Characters that are written at once. */
const PIECE = 50_000;

async function* neutralizedRows(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of rows) yield cells.map(neutralized);
}

const READ_AT_ONCE = 1000;

async function* rowsOf(db: Db, accountId: string, row: ImportRow): AsyncGenerator<string[]> {
  const { columns } = row;
  yield [...columns, 'reason'];
  for (let after = 0; ; ) {
    const refused = await listRefused(db, accountId, row.id, { after, limit: READ_AT_ONCE });
    for (const { cells, reason } of refused) yield [...columns.map((_, at) => cells[at] ?? ''), reason];
    const last = refused.at(-1);
    if (last === undefined || refused.length < READ_AT_ONCE) return;
    after = last.row;
  }
}
