import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import * as routes from '../../../contract/routes.ts';
import { isWebUrl } from '../../../contract/web-url.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { shortcutsChanged } from './calendars-query.ts';

type Values = Omit<CalendarShortcut, 'id' | 'enabled'>;

const EXAMPLE = 'intro';

const fitsContract = schemaValidator<Values>(routes.createCalendarShortcut.body);

/** People type "calendly.com/you". */
function withHttps(url: string): string {
  const typed = url.trim();
  return isWebUrl(typed) || !isWebUrl(`https://${typed}`) ? typed : `https://${typed}`;
}

const completed = (values: Values): Values => ({ ...values, url: withHttps(values.url) });

/** Adds a shortcut, or changes the one given. */
export function ShortcutDialog({
  shortcut,
  onClose,
}: {
  shortcut: CalendarShortcut | null;
  onClose: () => void;
}) {
  const create = useCallOnce(routes.createCalendarShortcut);
  const form = useForm<Values>({
    initialValues: {
      name: shortcut?.name ?? '',
      shortcut: shortcut?.shortcut ?? '',
      url: shortcut?.url ?? '',
    },
    validate: (values) => fitsContract(completed(values)),
  });
  const save = useSave({
    save: async (values: Values) => {
      const body = completed(values);
      try {
        return await (shortcut === null
          ? create({ body })
          : call(routes.updateCalendarShortcut, { params: { id: shortcut.id }, body }));
      } catch (error) {
        throw atField(error, 'shortcut_taken', 'shortcut');
      }
    },
    form,
    done: shortcut ? 'Calendar updated successfully!' : 'Calendar created successfully!',
    changes: shortcutsChanged,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={shortcut ? 'Edit shortcut' : 'New shortcut'}
      form={form}
      submit={shortcut ? 'Save' : 'Create shortcut'}
      isSaving={save.isPending}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Intro call" data-autofocus {...fieldProps(form, 'name')} />
      <TextInput
        type="url"
        label="URL"
        description="Where candidates book a time with you. Use https:// if you can: phones warn about other links."
        placeholder="https://calendly.com/you/intro"
        {...fieldProps(form, 'url')}
        onBlur={() => form.setFieldValue('url', withHttps)}
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
    </FormDialog>
  );
}
