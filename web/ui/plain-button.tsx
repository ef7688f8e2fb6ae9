import type { ComponentProps } from 'react';
import classes from './plain.module.css';

/** A button that does not wait for the component library; see `PlainField`. */
export function PlainButton({
  variant,
  loading = false,
  type = 'button',
  ...button
}: { variant?: 'default'; loading?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      {...button}
      type={type}
      className={classes.button}
      data-variant={variant}
      aria-busy={loading}
      aria-disabled={loading}
    />
  );
}
