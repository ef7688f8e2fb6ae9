import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useId, useState } from 'react';
import classes from './plain.module.css';

/**
 * A field of the screen that people wait for first, which does not wait for the component library. Elsewhere its
 * `TextInput` and `PasswordInput` are used, which look the same.
 */
export function PlainField({
  label,
  error,
  type,
  onChange,
  ...input
}: { label: string; error: string | undefined } & ComponentProps<'input'>) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isGood, setGood] = useState(false);
  const isSecret = type === 'password';
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={isSecret ? classes.secret : undefined}>
        <input
          {...input}
          id={id}
          type={isSecret && isShown ? 'text' : type}
          className={classes.input}
          onChange={(event) => {
            const { value, validity } = event.currentTarget;
            setGood(value !== '' && validity.valid);
            onChange?.(event);
          }}
          data-success={(isGood && error === undefined) || undefined}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {isSecret && (
          <button
            type="button"
            className={classes.toggle}
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          </button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
