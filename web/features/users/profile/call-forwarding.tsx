import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core';
import { failures } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField } from '../../../lib/forms/form-errors.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';

const valuesOf = (user: User) => ({
  callForwardingEnabled: user.callForwardingEnabled,
  callForwardingNumber: user.callForwardingNumber ?? '',
  callForwardingHours: user.callForwardingHours,
});

/** America/New_York: New York. */
const cityOf = (timezone: string) => timezone.split('/').at(-1)?.replaceAll('_', ' ');

function CallForwardingForm() {
  const { user } = useMe();
  const { account } = useMe();
  const abroad = account.metadata.featuresEnabled.includes('callForwardingAbroad');
  const form = useFormOf(valuesOf(user));
  const save = useSave({
    save: (body: ReturnType<typeof valuesOf>) =>
      call(routes.updateCallForwardSettings, { body }).catch((error: unknown) => {
        throw atField(
          error,
          'call_forwarding_number_empty',
          'callForwardingNumber',
          'Please enter a phone number for call forwarding',
        );
      }),
    form,
    keep: (queryClient, changed) => putAnswer(queryClient, userQuery().queryKey, changed),
    done: (changed) => `Call forwarding is ${changed.callForwardingEnabled ? 'on' : 'off'}.`,
    onDone: (changed, sent) => form.saved(sent, valuesOf(changed)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="md">
        <Switch
          label="Forward calls to another phone"
          {...form.getInputProps('callForwardingEnabled', { type: 'checkbox' })}
        />
        <PhoneField
          label="Forward to"
          description={`In ${abroad ? 'any country' : 'the US or Canada'}. Callers never see it.`}
          autoComplete="tel"
          {...fieldProps(form, 'callForwardingNumber')}
        />
        <Radio.Group
          label="When"
          description="At other times, callers can leave a voicemail, which you'll find in their conversation."
          {...fieldProps(form, 'callForwardingHours')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="always" label="At any time" />
            <Radio
              value="businessHours"
              label={`Monday to Friday, 9 AM to 5 PM, ${cityOf(user.timezone)} time`}
            />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save forwarding
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Calls to a landline never come here, so there is nothing to forward. */
export function CallForwarding() {
  const { user } = useMe();
  if (user.seat?.metadata.isLandline) return <Text>{failures.number_is_landline.message}</Text>;
  return <CallForwardingForm />;
}
