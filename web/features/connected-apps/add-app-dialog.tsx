import { TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MOST_REDIRECTS } from '../../../contract/connected-apps.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { appsChanged } from './connected-apps-query.ts';

interface Values {
  name: string;
  redirectUris: string[];
}

export function AddAppDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { name: '', redirectUris: [] },
    validate: schemaValidator<Values>(routes.createApp.body),
  });
  const add = useSave({
    save: (body: Values) => call(routes.createApp, { body }),
    form,
    done: 'App added',
    changes: appsChanged,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Add app"
      form={form}
      submit="Add app"
      isSaving={add.isPending}
      onSubmit={add.run}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="People see it when they connect the app."
        data-autofocus
        {...fieldProps(form, 'name')}
      />
      <TagsInput
        label="Addresses"
        description="Where people come back to the app (redirect URI), e.g. https://app.example.com/callback."
        maxTags={MOST_REDIRECTS}
        acceptValueOnBlur
        {...form.getInputProps('redirectUris')}
        error={Object.entries(form.errors).find(([field]) => field.startsWith('redirectUris'))?.[1]}
      />
    </FormDialog>
  );
}
