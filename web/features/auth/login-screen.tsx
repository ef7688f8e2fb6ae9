import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { rememberEmail } from '../../lib/remembered-email.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { LinkSent } from './link-sent.tsx';
import { useStartSession } from './use-start-session.ts';

const screen = getRouteApi(paths.login);
const loadSignIn = () => import('./sign-in.ts');

export function LoginScreen() {
  const { next } = screen.useSearch();
  const navigate = useNavigate();
  const startSession = useStartSession();
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isLinkSent, setLinkSent] = useState(false);

  const shownAtFields = {
    meta: { shows: 'fields' as const },
    onMutate: () => setErrors({}),
    onError: (error: Error) => setErrors(fieldErrorsOf(error)),
  };
  const signIn = useMutation({
    mutationFn: async () => {
      const reply = await (await loadSignIn()).signIn(values);
      if (!reply.mfaNeeded) return startSession(reply, next);
      rememberEmail(values.email.trim());
      await navigate({ to: paths.twoFactorAuthentication, search: next ? { next } : {} });
    },
    ...shownAtFields,
  });
  const mailLink = useMutation({
    mutationFn: async () => (await loadSignIn()).mailMagicLink(values.email),
    onSuccess: () => setLinkSent(true),
    ...shownAtFields,
  });

  if (isLinkSent) return <LinkSent back={() => setLinkSent(false)} />;

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
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
      {/* Loaded while the person types; should it fail, submitting asks again and says so. */}
      <form onSubmit={submit} onInput={() => void loadSignIn().catch(() => {})} noValidate>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
          <Group justify="space-between" gap="sm">
            <Anchor component={Link} size="sm" to={paths.resetPassword}>
              Forgot your password?
            </Anchor>
            <Anchor
              component="button"
              type="button"
              size="sm"
              disabled={mailLink.isPending}
              onClick={() => mailLink.mutate()}
            >
              Email me a link
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AuthCard>
  );
}
