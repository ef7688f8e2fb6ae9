import { TableView } from '../../ui/charts/table-view.tsx';
import { BehindLink } from './behind-link.tsx';
import type { Cell, FigureTable } from './figure-table.ts';

/** A table, from whose figures links lead to their conversations. */
export function FiguresView(props: {
  table: FigureTable;
  sorted?: number | undefined;
  onSort?: ((column: number | null) => void) | undefined;
}) {
  return <TableView {...props} show={show} />;
}

const show = ({ words, behind }: Cell, label: string) =>
  behind ? (
    <BehindLink behind={behind} label={`${words}, ${label}: see conversations`}>
      {words}
    </BehindLink>
  ) : (
    words
  );
