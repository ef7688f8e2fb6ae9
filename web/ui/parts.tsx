import { Link } from '@tanstack/react-router';
import classes from './parts.module.css';

/** The parts of a page, each with an address of its own, and the way from one to the other. */
export function Parts<Part extends { to: string; search?: object; label: string }>({
  label,
  parts,
}: {
  label: string;
  parts: readonly Part[];
}) {
  return (
    <nav className={classes.parts} aria-label={label}>
      {parts.map(({ to, search, label: name }) => (
        <Link
          key={name}
          to={to}
          search={search as never}
          className={classes.part}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
