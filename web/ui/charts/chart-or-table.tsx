import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './table-view.module.css';
import { type Cell, type FigureTable, TableView } from './table-view.tsx';

/** Changes a chart for the table behind it, and back. */
export function AsTableButton({
  title,
  asTable,
  onToggle,
}: {
  title: string;
  asTable: boolean;
  onToggle: () => void;
}) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={asTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
      aria-label={`${title}: show as ${asTable ? 'chart' : 'table'}`}
      onClick={onToggle}
    >
      {asTable ? 'Show as chart' : 'Show as table'}
    </Button>
  );
}

export function ChartOrTable({
  asTable,
  table,
  children,
}: {
  asTable: boolean;
  table: FigureTable<Cell>;
  /** The chart. */
  children: ReactNode;
}) {
  if (!asTable) return children;
  return (
    <div className={classes.behindChart}>
      <TableView table={table} />
    </div>
  );
}
