import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BodyInput } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { keyOf } from '../../lib/route-query.ts';
import { schemaValidator } from '../../lib/schema-validator.ts';
import { paths } from '../../paths.ts';
import { NewPasswordInput } from '../../ui/new-password-input.tsx';

type Fields = BodyInput<typeof routes.changePassword>;

export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useForm<Fields>({
    initialValues: { currentPassword: '', password: '' },
    validate: schemaValidator(routes.changePassword.body),
  });
  const save = useMutation({
    mutationFn: (body: Fields) => call(routes.changePassword, { body }),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: () => {
      form.reset();
      notifications.show({ message: 'Password updated. Other browsers are signed out.', color: 'teal' });
      return queryClient.invalidateQueries({ queryKey: keyOf(routes.listSessions) });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordInput label="New password" {...form.getInputProps('password')} />
        <Group justify="space-between">
          <Anchor component={Link} size="sm" to={paths.resetPassword}>
            Forgot it?
          </Anchor>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Update password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
