import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { paths } from '../../../paths.ts';
import { NewPasswordInput } from '../../../ui/new-password-input.tsx';
import { SignInAgain } from './sign-in-again.tsx';

type Fields = BodyInput<typeof routes.changePassword>;

const SSO_ONLY = 'Your company signs in with single sign-on only, so you need no password.';

/** Also for a first password. */
export function PasswordForm({ user: { email, hasPassword } }: { user: User }) {
  const form = useForm<Fields & { again?: string }>({
    initialValues: { password: '', ...(hasPassword && { currentPassword: '' }) },
    validate: schemaValidator(routes.changePassword.body),
  });
  const save = useSave({
    save: (body: Fields) =>
      call(routes.changePassword, { body }).catch((error) => {
        throw atField(atField(error, 'sign_in_again', 'again'), 'sso_required', 'password', SSO_ONLY);
      }),
    form,
    keep: async (queryClient) => {
      await Promise.all([
        loadAgain(queryClient, routes.listSessions),
        ...(hasPassword ? [] : [loadAgain(queryClient, routes.getUser)]),
      ]);
    },
    done: `Password ${hasPassword ? 'updated' : 'set'}. Other browsers are signed out.`,
    onDone: () => form.reset(),
  });
  const again = form.errors.again;
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
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
