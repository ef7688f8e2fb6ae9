import { Tooltip } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import classes from './out-of-office-link.module.css';

/** Leads to where it is set; only its picture when there is no room for words. */
export function OutOfOfficeLink({
  minimised,
  onNavigate,
}: {
  minimised: boolean;
  onNavigate: (() => void) | undefined;
}) {
  return (
    <Tooltip label="Out of Office" position="right" disabled={!minimised}>
      <Link
        to={paths.accountAvailability}
        className={classes.link}
        data-minimised={minimised || undefined}
        aria-label={minimised ? 'Out of Office' : undefined}
        onClick={onNavigate}
      >
        <IconBeach size={18} stroke={1.75} aria-hidden />
        {!minimised && 'Out of Office'}
      </Link>
    </Tooltip>
  );
}
