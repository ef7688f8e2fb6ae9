import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '../../contract/limits.ts';

/** For choosing a password. Lists its requirements. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={`At least ${MIN_PASSWORD_LENGTH} characters`}
      autoComplete="new-password"
      {...props}
    />
  );
}
