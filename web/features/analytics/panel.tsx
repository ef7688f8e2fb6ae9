import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { AsTableButton, ChartOrTable } from '../../ui/charts/chart-or-table.tsx';
import classes from './analytics.module.css';
import type { FigureTable } from './figure-table.ts';

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
          <AsTableButton title={title} asTable={asTable} onToggle={toggle} />
        </>
      }
    >
      <ChartOrTable asTable={asTable} table={table}>
        {children}
      </ChartOrTable>
    </Panel>
  );
}
