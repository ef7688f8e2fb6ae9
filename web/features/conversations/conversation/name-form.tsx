import { Button, FocusTrap, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../../contract/conversations.ts';
import { routes } from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { keyOf } from '../../../lib/api/route-query.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { putConversation } from '../conversation-cache.ts';

/** Names a person who texted first. */
export function NameForm({ conversation, onDone }: { conversation: Conversation; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { firstName: '', lastName: '' },
    validate: {
      firstName: (value, values) => (value.trim() || values.lastName.trim() ? null : 'The name is required'),
    },
  });
  const save = useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      call(routes.updateCandidate, { params: { id: conversation.candidate.id }, body }),
    meta: { shows: 'fields' },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    onSuccess: async ({ firstName, lastName }) => {
      const candidate = { ...conversation.candidate, firstName, lastName };
      putConversation(queryClient, { ...conversation, candidate }, conversation.id);
      onDone();
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.getCandidate) });
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.listCandidates) });
    },
  });
  return (
    // Traps by itself: the popover opened before this was loaded, when there was nothing to focus yet.
    <FocusTrap>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput label="First name" data-autofocus {...form.getInputProps('firstName')} />
          <TextInput label="Last name" {...form.getInputProps('lastName')} />
          <Button type="submit" size="xs" loading={save.isPending}>
            Save
          </Button>
        </Stack>
      </form>
    </FocusTrap>
  );
}
