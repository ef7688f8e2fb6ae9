import { CloseButton, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { inDigits } from '../lib/words.ts';
import classes from './bulk-bar.module.css';

/** What can be done with everything that is selected in a list. */
export function BulkBar({
  label,
  count,
  below = false,
  onClear,
  children,
}: {
  label: string;
  count: number;
  /** At the end of the list instead of above it. */
  below?: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <section className={classes.bar} data-below={below || undefined} aria-label={label}>
      <Text fw={600} size="sm" role="status">
        {inDigits(count)} selected
      </Text>
      {children}
      <Tooltip label="Clear selection (Esc)">
        <CloseButton ml="auto" aria-label="Clear selection" onClick={onClear} />
      </Tooltip>
    </section>
  );
}
