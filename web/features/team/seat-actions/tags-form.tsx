import { Stack, TagsInput } from '@mantine/core';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { call } from '../../../lib/api/api.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { notices } from '../notices.ts';
import { useTeamChange } from '../use-team-change.ts';

const MAX_TAGS = 20;
const MAX_LENGTH = 40;

export function TagsForm({ seat, known, onClose }: { seat: Seat; known: string[]; onClose: () => void }) {
  const form = useFormOf({ tags: seat.tags }, ({ tags }) => ({
    tags: tags.some((tag) => tag.trim().length > MAX_LENGTH)
      ? `A tag can have up to ${MAX_LENGTH} characters`
      : null,
  }));
  const save = useTeamChange({
    change: async (tags: string[]) => {
      await call(routes.updateTags, { params: { id: seat.id }, body: { tags } });
      return notices.tagged;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  return (
    <form onSubmit={form.onSubmit(({ tags }) => save.run(tags))} noValidate>
      <Stack gap="md">
        <TagsInput
          label="Tags"
          description="Press Enter after each. They stay with the seat."
          data={known}
          maxTags={MAX_TAGS}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all tags' }}
          data-autofocus
          {...fieldProps(form, 'tags')}
        />
        <DialogFoot submit="Save tags" isSaving={save.loading} onClose={onClose} />
      </Stack>
    </form>
  );
}
