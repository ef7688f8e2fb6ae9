import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '../../contract/auth.ts';

/** For a password that is being chosen, and says what is asked of it. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={`At least ${MIN_PASSWORD_LENGTH} characters`}
      autoComplete="new-password"
      {...props}
    />
  );
}
