import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/form-errors.ts';

/** Before a change that nobody at an unlocked screen may make for the person. */
export function PasswordStep({
  email,
  text,
  button,
  color,
  submit,
  onCancel,
}: {
  email: string;
  text: string;
  button: string;
  color?: string;
  submit: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const confirm = useMutation({
    mutationFn: submit,
    meta: { shows: 'fields' },
    onMutate: () => setError(undefined),
    onError: (failure) => setError(fieldErrorsOf(failure).password),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !confirm.isPending) confirm.mutate(password);
      }}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            {...(color && { color })}
            loading={confirm.isPending}
            disabled={password === ''}
          >
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
