import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../../contract/accounts.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { accountQuery } from '../../../lib/session/me.ts';

export function CompanyForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const form = useFormOf({ name: account.name }, schemaValidator(routes.updateAccount.body));
  const save = useMutation({
    mutationFn: (body: { name: string }) => call(routes.updateAccount, { body }),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: (changed, sent) => {
      putAnswer(queryClient, accountQuery().queryKey, changed);
      form.saved(sent, { name: changed.name });
      notifications.show({ message: 'Company updated', color: 'teal' });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <TextInput label="Company name" autoComplete="organization" {...fieldProps(form, 'name')} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save company
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
