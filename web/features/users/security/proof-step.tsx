import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PROOF_MINUTES } from '../../../../contract/auth.ts';
import type { User } from '../../../../contract/users.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField, fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { SignInAgain } from './sign-in-again.tsx';

/** What is sent along: nothing by someone without a password. */
export type Proof = { password?: string };

/** Before a change that no one else at an unlocked screen may make. */
export function ProofStep({
  user: { email, hasPassword },
  text,
  button,
  color,
  submit,
  onCancel,
}: {
  user: Pick<User, 'email' | 'hasPassword'>;
  text?: string;
  button: string;
  color?: string;
  submit: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const confirm = useSave({
    save: (proof: Proof) =>
      submit(proof).catch((error) => {
        throw atField(error, 'sign_in_again', 'again');
      }),
    showsFields: true,
    onStart: () => setErrors({}),
    onFailed: (failure) => setErrors(fieldErrorsOf(failure)),
  });
  const isReady = hasPassword ? password !== '' : errors.again === undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) confirm.run(hasPassword ? { password } : {});
      }}
    >
      {/* Shows a password manager whose password this is. */}
      {hasPassword && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <Stack gap="md" data-shows="again password">
        {text && <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>}
        {hasPassword ? (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={errors.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : errors.again ? (
          <SignInAgain email={email} sentence={errors.again} />
        ) : (
          <Text size="sm" c="dimmed">
            You don't have a password. Signing in with single sign-on in the last {PROOF_MINUTES} minutes
            counts instead.
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" {...(color && { color })} loading={confirm.isPending} disabled={!isReady}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
