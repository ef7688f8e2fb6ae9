import { NativeSelect } from '@mantine/core';
import type { ImportField, ImportKind, ImportMapping, ImportPreview } from '../../../contract/imports.ts';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './imports.module.css';

export const fieldNames: Record<ImportField, string> = {
  phoneNumber: 'Phone number',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  city: 'City',
  zipCode: 'ZIP code',
  jobTitle: 'Job title',
  timezone: 'Time zone',
  tags: 'Tags',
};

const SAMPLES = 3;

/** Which column is what. A field is taken from the column that had it before. */
export function MappingTable({
  preview: { columns, mapping, rows },
  kind,
  onChange,
}: {
  preview: ImportPreview;
  kind: ImportKind;
  onChange: (mapping: ImportMapping) => void;
}) {
  const fields = (Object.keys(fieldNames) as ImportField[]).filter(
    (field) => kind === 'candidates' || field === 'phoneNumber',
  );
  const choose = (column: string, chosen: ImportField | null) =>
    onChange(
      Object.fromEntries(
        columns.map((each) => {
          const field = mapping[each] ?? null;
          if (each === column) return [each, chosen];
          return [each, field === chosen ? null : field];
        }),
      ),
    );
  return (
    <DataTable
      label="Columns"
      className={classes.mapping}
      columns={[
        { name: 'column', label: 'Column' },
        { name: 'samples', label: 'In the file' },
        { name: 'field', label: 'Becomes' },
      ]}
    >
      {columns.map((column, at) => (
        <tr key={column}>
          <th scope="row" className={classes.columnName}>
            {column}
          </th>
          <td className={classes.samples}>
            {rows
              .map(({ cells }) => cells[at] ?? '')
              .filter((cell) => cell.trim() !== '')
              .slice(0, SAMPLES)
              .join(', ')}
          </td>
          <td className={classes.field}>
            <NativeSelect
              size="xs"
              aria-label={`${column} becomes`}
              value={mapping[column] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                choose(column, value === '' ? null : (value as ImportField))
              }
              data={[
                { value: '', label: 'Not imported' },
                ...fields.map((field) => ({ value: field, label: fieldNames[field] })),
              ]}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
