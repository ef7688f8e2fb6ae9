import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { EVENTS_DAYS } from '../../../contract/events.ts';
import * as routes from '../../../contract/routes.ts';
import type { WebhookEndpoint } from '../../../contract/webhooks.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { clockTime, fieldOf, SKIPPED } from '../../lib/zoned-time.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameOf } from './endpoint-name.ts';
import { deliveriesChanged } from './webhooks-query.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

interface Values {
  since: 'hour' | 'day' | 'chosen';
  /** By the person's own clock. */
  chosen: string;
}

/** When what is sent again begins; null: no clock shows that time. */
function sinceOf({ since, chosen }: Values, timezone: string, now: number): number | null {
  if (since !== 'chosen') return now - (since === 'hour' ? HOUR_MS : DAY_MS);
  const { instant } = clockTime(chosen, timezone);
  return instant === null ? null : Date.parse(instant);
}

export function ResendDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { timezone } = useMe().user;
  const form = useForm<Values>({
    initialValues: { since: 'hour', chosen: '' },
    validate: (values) => {
      if (values.since !== 'chosen') return {};
      if (values.chosen === '') return { chosen: 'Choose a time' };
      const now = Date.now();
      const since = sinceOf(values, timezone, now);
      if (since === null) return { chosen: SKIPPED };
      if (since > now) return { chosen: 'Choose a time in the past' };
      return now - since < EVENTS_DAYS * DAY_MS
        ? {}
        : { chosen: `Events are kept for ${EVENTS_DAYS} days. Choose a later time` };
    },
  });
  const resend = useSave({
    save: (values: Values) => {
      const now = Date.now();
      const since = new Date(sinceOf(values, timezone, now) ?? now).toISOString();
      return call(routes.resendWebhookEvents, { params: { id: endpoint.id }, body: { since } });
    },
    done: 'Everything is sent again',
    changes: deliveriesChanged,
    onDone: onClose,
  });
  const now = Date.now();
  return (
    <FormDialog
      title={`Send everything again to ${nameOf(endpoint)}`}
      form={form}
      submit="Send again"
      isSaving={resend.isPending}
      onSubmit={resend.run}
      onClose={onClose}
    >
      <Text>
        It also gets what it took before. IDs stay the same, so your software can skip what it knows.
      </Text>
      <Radio.Group label="Since" {...form.getInputProps('since')}>
        <Stack gap="xs" mt="sm">
          <Radio value="hour" label="An hour ago" />
          <Radio value="day" label="Yesterday at this time" />
          <Radio value="chosen" label="A time you choose" />
        </Stack>
      </Radio.Group>
      {form.getValues().since === 'chosen' && (
        <TextInput
          type="datetime-local"
          label="Time"
          min={fieldOf(new Date(now - EVENTS_DAYS * DAY_MS).toISOString(), timezone)}
          max={fieldOf(new Date(now).toISOString(), timezone)}
          {...form.getInputProps('chosen')}
        />
      )}
    </FormDialog>
  );
}
