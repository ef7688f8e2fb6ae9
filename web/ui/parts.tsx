import { Link } from '@tanstack/react-router';
import classes from './parts.module.css';

/** The parts of a page, each with an address of its own, and the way from one to the other. `isCurrent` where the address alone doesn't say it. */
export function Parts<Part extends { to: string; search?: object; label: string; isCurrent?: boolean }>({
  label,
  parts,
}: {
  label: string;
  parts: readonly Part[];
}) {
  return (
    <nav className={classes.parts} aria-label={label}>
      {parts.map(({ to, search, label: name, isCurrent }) => (
        <Link
          key={name}
          to={to}
          search={search as never}
          className={classes.part}
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
