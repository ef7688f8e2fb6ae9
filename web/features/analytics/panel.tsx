import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './analytics.module.css';
import type { FigureTable } from './figure-table.ts';
import { TableView } from './table-view.tsx';

/** One subject of the screen. */
export function Panel({
  title,
  note,
  isWide,
  actions,
  children,
}: {
  title: string;
  note?: string;
  isWide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.panel} data-wide={isWide || undefined}>
      <header className={classes.panelHead}>
        <h2>{title}</h2>
        {actions}
      </header>
      {note && <p className={classes.note}>{note}</p>}
      {children}
    </div>
  );
}

/** A chart, and the table behind it. */
export function ChartPanel({
  title,
  note,
  isWide,
  actions,
  table,
  children,
}: {
  title: string;
  note?: string;
  isWide?: boolean;
  actions?: ReactNode;
  table: FigureTable;
  children: ReactNode;
}) {
  const [asTable, { toggle }] = useDisclosure(false);
  return (
    <Panel
      title={title}
      {...(note ? { note } : {})}
      isWide={isWide ?? false}
      actions={
        <>
          {actions}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={asTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            aria-label={`${title}: show as ${asTable ? 'chart' : 'table'}`}
            onClick={toggle}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <div className={classes.behindChart}>
          <TableView table={table} />
        </div>
      ) : (
        children
      )}
    </Panel>
  );
}
