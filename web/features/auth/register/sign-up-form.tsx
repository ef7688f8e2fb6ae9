import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { showFailure } from '../../../lib/notices.ts';
import { captchaToken } from '../../../lib/session/captcha.ts';
import { paths } from '../../../paths.ts';
import { NewPasswordInput } from '../../../ui/new-password-input.tsx';
import { useStartSession } from '../use-start-session.ts';

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Invited {
  token: string;
  /** The only address that can use it. */
  email: string;
  firstName: string | null;
  lastName: string | null;
}

export function SignUpForm({
  button,
  invited,
  onInvitationInvalid,
}: {
  button: string;
  invited?: Invited;
  /** It was canceled, or used in another window, while the form was filled in. */
  onInvitationInvalid?: () => void;
}) {
  const startSession = useStartSession();
  const form = useForm<Values>({
    initialValues: {
      firstName: invited?.firstName ?? '',
      lastName: invited?.lastName ?? '',
      email: invited?.email ?? '',
      password: '',
    },
    validate: schemaValidator(routes.signup.body),
  });
  const signUp = useSave({
    save: async (values: Values) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const body = {
        ...values,
        timezone,
        ...(invited ? { inviteToken: invited.token } : {}),
        captchaToken: await captchaToken('signup'),
      };
      await startSession(await call(routes.signup, { body }), paths.account);
    },
    showsAll: true,
    onFailed: (error) => {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'invitation_invalid') onInvitationInvalid?.();
      else if (code !== 'sso_required' && Object.keys(errors).length === 0) showFailure(error);
    },
  });
  const { error } = signUp;
  // The way to the next screen takes a moment.
  const loading = signUp.isPending || signUp.isSuccess;
  return (
    <form onSubmit={form.onSubmit((values) => (loading ? undefined : signUp.run(values)))} noValidate>
      <Stack gap="md">
        {error instanceof ApiError && error.code === 'sso_required' && (
          <Alert color="orange" variant="light" role="alert">
            {error.message}{' '}
            <Anchor
              component={Link}
              underline="always"
              inherit
              to={paths.singleSignOn}
              state={{ email: form.values.email }}
            >
              Sign in with single sign-on
            </Anchor>
          </Alert>
        )}
        <Group grow gap="sm" align="flex-start">
          <TextInput
            label="First name"
            autoComplete="given-name"
            autoFocus
            {...fieldProps(form, 'firstName')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...fieldProps(form, 'lastName')} />
        </Group>
        <TextInput
          label="Work email"
          type="email"
          autoComplete="username"
          {...fieldProps(form, 'email')}
          {...(invited ? { readOnly: true, description: 'Your invitation is for this address.' } : {})}
        />
        <NewPasswordInput label="Password" {...fieldProps(form, 'password')} />
        <Button type="submit" fullWidth loading={loading}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}
