import { Link } from '@tanstack/react-router';
import classes from './parts.module.css';

/** Links between the parts of a page, each with its own address. `isCurrent` if the address alone doesn't tell. */
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
