import { Button, Group, Stack, TextInput } from '@mantine/core';
import * as routes from '../../../../contract/routes.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';

export function CompanyForm() {
  const { account } = useMe();
  const form = useFormOf({ name: account.name }, schemaValidator(routes.updateAccount.body));
  const save = useSave({
    ...savingAccount,
    save: (body: { name: string }) => savingAccount.save(body),
    form,
    onDone: (changed, sent) => form.saved(sent, { name: changed.name }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
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
