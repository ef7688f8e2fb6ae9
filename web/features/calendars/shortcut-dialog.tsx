import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { atField, fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { shortcutsChanged } from './calendars-query.ts';

type Values = Omit<CalendarShortcut, 'id' | 'enabled'>;

const EXAMPLE = 'intro';

/** Adds a shortcut, or changes the one given. */
export function ShortcutDialog({
  shortcut,
  onClose,
}: {
  shortcut: CalendarShortcut | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const create = useCallOnce(routes.createCalendarShortcut);
  const form = useForm<Values>({
    initialValues: {
      name: shortcut?.name ?? '',
      shortcut: shortcut?.shortcut ?? '',
      url: shortcut?.url ?? '',
    },
    validate: schemaValidator<Values>(routes.createCalendarShortcut.body),
  });
  const save = useMutation({
    mutationFn: async (body: Values) => {
      try {
        return await (shortcut === null
          ? create({ body })
          : call(routes.updateCalendarShortcut, { params: { id: shortcut.id }, body }));
      } catch (error) {
        throw atField(error, 'shortcut_taken', 'shortcut');
      }
    },
    meta: { shows: 'fields' },
    onSuccess: () => {
      const message = shortcut ? 'Calendar updated successfully!' : 'Calendar created successfully!';
      notifications.show({ message, color: 'teal' });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
    // One that is gone should go from the list too.
    onSettled: () => shortcutsChanged(queryClient),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={shortcut ? 'Edit shortcut' : 'New shortcut'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // What was typed isn't lost by a slip.
      closeOnClickOutside={!form.isDirty()}
      closeOnEscape={!form.isDirty()}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput label="Name" placeholder="Intro call" data-autofocus {...fieldProps(form, 'name')} />
          <TextInput
            type="url"
            label="URL"
            description="Where candidates book a time with you. Use https:// if you can: phones warn about other links."
            placeholder="https://calendly.com/you/intro"
            {...fieldProps(form, 'url')}
          />
          <TextInput
            label="Shortcut"
            placeholder={EXAMPLE}
            leftSection="#"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...fieldProps(form, 'shortcut')}
            // People may type the mark, since they will in texts.
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('shortcut', value.trimStart().replace(/^#+/, ''))
            }
          />
          <Text size="sm" c="dimmed" role="status">
            {`Type #${form.values.shortcut.trim() || EXAMPLE} in a text. The candidate gets the link.`}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {shortcut ? 'Save' : 'Create shortcut'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
