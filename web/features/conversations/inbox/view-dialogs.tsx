import { Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_TAGS_OF_VIEW } from '../../../../contract/limits.ts';
import * as routes from '../../../../contract/routes.ts';
import type { View } from '../../../../contract/views.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { ListView } from '../../messages/conversation-cache.ts';
import { showInbox } from './inbox-view.ts';
import { knownTagsQuery } from './known-tags.ts';
import { inWords } from './view-words.ts';

/** Saves what the inbox shows under a name, or renames and shares the view given. */
export function ViewDialog({
  view,
  query,
  onSaved,
  onClose,
}: {
  view: View | null;
  query: View['query'];
  onSaved?: (view: View) => void;
  onClose: () => void;
}) {
  const { user, account } = useMe();
  const create = useCallOnce(routes.createView);
  const form = useForm({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false },
    validate: schemaValidator<{ name: string; shared: boolean }>(routes.updateView.body),
  });
  const save = useSave({
    save: (fields: { name: string; shared: boolean }) =>
      view === null
        ? create({ body: { ...fields, query } })
        : call(routes.updateView, { params: { id: view.id }, body: fields }),
    form,
    done: 'View saved',
    changes: (queryClient) => loadAgain(queryClient, routes.listViews),
    onDone: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  return (
    <FormDialog
      title={view ? 'Rename or share view' : 'Save view'}
      form={form}
      submit="Save view"
      isSaving={save.isPending}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Night nurses" data-autofocus {...fieldProps(form, 'name')} />
      <Text size="sm">Shows {inWords(query, user.id)}.</Text>
      {account.type === 'team' && (
        <Switch
          label="Share with everyone at your company"
          description="Each person sees only the conversations that they may see."
          checked={form.values.shared}
          onChange={({ currentTarget }) => form.setFieldValue('shared', currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

export function TagsDialog({ shown, onClose }: { shown: ListView; onClose: () => void }) {
  const known = useQuery(knownTagsQuery()).data ?? [];
  const form = useForm({ initialValues: { tags: [...shown.tags] } });
  const [search, setSearch] = useState('');
  return (
    <FormDialog
      title="Filter by tags"
      form={form}
      submit="Show"
      isSaving={false}
      onSubmit={({ tags }) => {
        showInbox({ tags: tags.map((tag) => tag.trim().slice(0, 40)).filter(Boolean) });
        onClose();
      }}
      onClose={onClose}
    >
      <TagsInput
        label="Tags"
        description="Of the conversation or its candidate. Only those with all of them are shown."
        data={known}
        maxTags={MOST_TAGS_OF_VIEW}
        acceptValueOnBlur
        searchValue={search}
        onSearchChange={setSearch}
        // It would cover the buttons.
        dropdownOpened={search !== ''}
        data-autofocus
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}
