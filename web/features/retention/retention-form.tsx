import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { isStricter, type Retention, type RetentionDays } from '../../../contract/retention.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { RetentionDialog } from './retention-dialog.tsx';
import { retentionQuery } from './retention-query.ts';

/** Mantine's field has an empty text where there is no number. */
type Values = Record<keyof RetentionDays, number | ''>;

const valuesOf = (days: RetentionDays): Values => ({
  textsAfterDays: days.textsAfterDays ?? '',
  mediaAfterDays: days.mediaAfterDays ?? '',
  candidatesAfterDays: days.candidatesAfterDays ?? '',
});
const daysOf = (values: Values): RetentionDays => ({
  textsAfterDays: values.textsAfterDays === '' ? null : values.textsAfterDays,
  mediaAfterDays: values.mediaAfterDays === '' ? null : values.mediaAfterDays,
  candidatesAfterDays: values.candidatesAfterDays === '' ? null : values.candidatesAfterDays,
});

const FIELDS = [
  {
    name: 'textsAfterDays',
    label: 'Texts and calls',
    description: 'After they were sent or received, with their pictures and voicemails.',
    placeholder: 'Kept for good',
  },
  {
    name: 'mediaAfterDays',
    label: 'Pictures, voicemails and other files',
    description: 'To delete them earlier than their texts, which stay and say so.',
    placeholder: 'Kept with their texts',
  },
  {
    name: 'candidatesAfterDays',
    label: 'Candidates',
    description: 'After the last contact or change. An admin can restore them for 30 days.',
    placeholder: 'Kept for good',
  },
] as const;

/** What gets stricter is shown with what it would delete before it is saved. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const { user } = useMe();
  const validate = schemaValidator(routes.updateRetention.body);
  const form = useFormOf(valuesOf(retention), (values: Values) => validate(daysOf(values)));
  const [asking, setAsking] = useState<RetentionDays | null>(null);
  const save = useSave({
    save: (body: RetentionDays) => call(routes.updateRetention, { body }),
    form,
    done: 'Retention saved',
    keep: (queryClient, saved) => putAnswer(queryClient, retentionQuery().queryKey, saved),
    onDone: (saved) => {
      form.saved(form.getValues(), valuesOf(saved));
      setAsking(null);
    },
    onFailed: () => setAsking(null),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const days = daysOf(values);
        if (isStricter(days, retention)) setAsking(days);
        else save.run(days);
      })}
      noValidate
    >
      <Stack gap="md">
        {FIELDS.map(({ name, ...field }) => (
          <NumberInput
            key={name}
            suffix=" days"
            maw={340}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            {...field}
            thousandSeparator=","
            {...fieldProps(form, name)}
          />
        ))}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={save.isPending && asking === null}
            disabled={!form.isDirty() || user.impersonation !== null}
          >
            Save retention
          </Button>
        </Group>
      </Stack>
      {asking && (
        <RetentionDialog
          rule={asking}
          isPending={save.isPending}
          onConfirm={() => save.run(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </form>
  );
}
