import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { login } from '../../../contract/auth.ts';
import { call } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { schemaValidator } from '../../lib/schema-validator.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { useStartSession } from './use-start-session.ts';

const screen = getRouteApi(paths.login);

interface Values {
  email: string;
  password: string;
}

export function LoginScreen() {
  const { next } = screen.useSearch();
  const startSession = useStartSession();
  const form = useForm<Values>({
    initialValues: { email: '', password: '' },
    validate: schemaValidator(login.body),
  });
  const signIn = useMutation({
    mutationFn: async (body: Values) => startSession(await call(login, { body }), next),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
  });
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New to Hiretext?{' '}
          <Anchor component={Link} underline="always" to={paths.register}>
            Create an account
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
