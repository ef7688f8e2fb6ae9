import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { atField, fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { paths } from '../../../paths.ts';
import { NewPasswordInput } from '../../../ui/new-password-input.tsx';
import { SignInAgain } from './sign-in-again.tsx';

type Fields = BodyInput<typeof routes.changePassword>;

const SSO_ONLY = 'Your company signs in with single sign-on only, so you need no password.';

/** Also for a first password. */
export function PasswordForm({ user: { email, hasPassword } }: { user: User }) {
  const queryClient = useQueryClient();
  const form = useForm<Fields & { again?: string }>({
    initialValues: { password: '', ...(hasPassword && { currentPassword: '' }) },
    validate: schemaValidator(routes.changePassword.body),
  });
  const save = useMutation({
    mutationFn: (body: Fields) =>
      call(routes.changePassword, { body }).catch((error) => {
        throw atField(atField(error, 'sign_in_again', 'again'), 'sso_required', 'password', SSO_ONLY);
      }),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: async () => {
      form.reset();
      notifications.show({
        message: `Password ${hasPassword ? 'updated' : 'set'}. Other browsers are signed out.`,
        color: 'teal',
      });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(routes.listSessions) }),
        ...(hasPassword ? [] : [queryClient.invalidateQueries({ queryKey: userQuery().queryKey })]),
      ]);
    },
  });
  const again = form.errors.again;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      {/* Shows a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md" data-shows="again">
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...fieldProps(form, 'currentPassword')}
          />
        )}
        <NewPasswordInput label="New password" {...fieldProps(form, 'password')} />
        {typeof again === 'string' && <SignInAgain email={email} sentence={again} />}
        <Group justify={hasPassword ? 'space-between' : 'flex-end'}>
          {hasPassword && (
            <Anchor component={Link} size="sm" to={paths.resetPassword}>
              Forgot it?
            </Anchor>
          )}
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {hasPassword ? 'Update password' : 'Set a password'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
