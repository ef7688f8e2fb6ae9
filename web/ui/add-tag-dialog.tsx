import { Autocomplete } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import * as routes from '../../contract/routes.ts';
import { schemaValidator } from '../lib/forms/schema-validator.ts';
import { fieldProps } from '../lib/forms/success.ts';
import { FormDialog } from './form-dialog.tsx';

const validate = schemaValidator<{ add: string[] }>(routes.updateConversationTags.body);

/** One tag for everything that is selected. */
export function AddTagDialog({
  title,
  known,
  isSaving,
  onAdd,
  onClose,
  children,
}: {
  title: string;
  /** Tags to choose from. */
  known: string[];
  isSaving: boolean;
  onAdd: (tag: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const form = useForm({
    initialValues: { tag: '' },
    validate: ({ tag }): Record<string, string> => {
      const [wrong] = Object.values(validate({ add: [tag] }));
      return wrong ? { tag: wrong } : {};
    },
  });
  return (
    <FormDialog
      title={title}
      form={form}
      submit="Add tag"
      isSaving={isSaving}
      onSubmit={({ tag }) => onAdd(tag.trim())}
      onClose={onClose}
    >
      <Autocomplete
        label="Tag"
        data={known}
        limit={20}
        // It would cover the buttons.
        openOnFocus={false}
        data-autofocus
        {...fieldProps(form, 'tag')}
      />
      {children}
    </FormDialog>
  );
}
