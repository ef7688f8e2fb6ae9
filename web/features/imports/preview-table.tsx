import { Badge } from '@mantine/core';
import type { ImportKind, ImportPreview, PreviewedRow } from '../../../contract/imports.ts';
import { counted } from '../../lib/words.ts';
import classes from './imports.module.css';
import { fieldNames } from './mapping-table.tsx';

const outcomes: Record<ImportKind, Record<PreviewedRow['outcome'], { label: string; color: string }>> = {
  candidates: {
    new: { label: 'New', color: 'teal' },
    update: { label: 'Update', color: 'blue' },
    refused: { label: 'Refused', color: 'red' },
  },
  optOuts: {
    new: { label: 'Opts out', color: 'teal' },
    update: { label: 'Already opted out', color: 'gray' },
    refused: { label: 'Refused', color: 'red' },
  },
};

/** The first rows, and what would become of each. */
export function PreviewTable({ preview, kind }: { preview: ImportPreview; kind: ImportKind }) {
  const { columns, mapping, rows, total } = preview;
  const shown = columns.flatMap((column, at) => {
    const field = mapping[column];
    return field ? [{ at, name: fieldNames[field] }] : [];
  });
  return (
    <div>
      <h2 className={classes.subtitle}>
        {rows.length < total ? `The first ${rows.length} of ${counted(total, 'row')}` : counted(total, 'row')}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Preview" tabIndex={0}>
        <table className={classes.preview}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {shown.map(({ at, name }) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ outcome, reason, cells }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing else
              <tr key={index}>
                <td>{index + 1}</td>
                <td>
                  <Badge variant="light" color={outcomes[kind][outcome].color}>
                    {outcomes[kind][outcome].label}
                  </Badge>
                  {reason !== null && <div className={classes.reason}>{reason}</div>}
                </td>
                {shown.map(({ at }) => (
                  <td key={at}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
