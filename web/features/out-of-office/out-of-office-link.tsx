import { Tooltip } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import classes from './out-of-office-link.module.css';

/** Leads to its settings. Shows only the icon if there is no room for words. */
export function OutOfOfficeLink({
  minimized,
  onNavigate,
}: {
  minimized: boolean;
  onNavigate: (() => void) | undefined;
}) {
  return (
    <Tooltip label="Out of Office" position="right" disabled={!minimized}>
      <Link
        to={paths.accountAvailability}
        className={classes.link}
        data-minimized={minimized || undefined}
        aria-label={minimized ? 'Out of Office' : undefined}
        onClick={onNavigate}
      >
        <IconBeach size={18} stroke={1.75} aria-hidden />
        {!minimized && 'Out of Office'}
      </Link>
    </Tooltip>
  );
}
