import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { StepHeading } from './step-heading.tsx';

export function NumberStep({
  known,
  onChecked,
}: {
  /** Of the last try. */
  known: string;
  onChecked: (checked: ReplyOutput<typeof routes.checkLandline>) => void;
}) {
  const form = useForm({
    initialValues: { phoneNumber: known },
    validate: schemaValidator<{ phoneNumber: string }>(routes.checkLandline.body),
  });
  const check = useSave({
    save: (body: { phoneNumber: string }) =>
      call(routes.checkLandline, { body }).catch((error: unknown) => {
        throw atField(error, 'landline_in_use', 'phoneNumber');
      }),
    form,
    onDone: onChecked,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => check.run(values))}>
      <Stack gap="md">
        <StepHeading title="What's the number?">
          It has to be a US landline. Calls stay with your phone company; only texts come here.
        </StepHeading>
        <PhoneField
          label="Your number"
          autoComplete="tel"
          name="phoneNumber"
          {...fieldProps(form, 'phoneNumber')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={check.isPending}>
            Check number
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
