import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { signup } from '../../../contract/auth.ts';
import { call } from '../../lib/api.ts';
import { captchaToken } from '../../lib/captcha.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { schemaValidator } from '../../lib/schema-validator.ts';
import { paths } from '../../paths.ts';
import { NewPasswordInput } from '../../ui/new-password-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { useStartSession } from './use-start-session.ts';

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function RegisterScreen() {
  const startSession = useStartSession();
  const form = useForm<Values>({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    validate: schemaValidator(signup.body),
  });
  const signUp = useMutation({
    mutationFn: async (values: Values) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = { ...values, timezone, captchaToken: await captchaToken('signup') };
      await startSession(await call(signup, { body }));
    },
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
  });
  return (
    <AuthCard
      title="Create your account"
      lead="Text candidates from a number of your own."
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} underline="always" to={paths.login}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
        <Stack gap="md">
          <Group grow gap="sm" align="flex-start">
            <TextInput
              label="First name"
              autoComplete="given-name"
              autoFocus
              {...form.getInputProps('firstName')}
            />
            <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          </Group>
          <TextInput
            label="Work email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <NewPasswordInput label="Password" {...form.getInputProps('password')} />
          <Button type="submit" fullWidth loading={signUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
