import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as routes from '../../../contract/routes.ts';
import type { WebhookEndpoint } from '../../../contract/webhooks.ts';
import { type CallInput, call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EVERYTHING, getsEverything, TYPE_GROUPS } from './webhook-words.ts';
import classes from './webhooks.module.css';
import { endpointsChanged } from './webhooks-query.ts';

interface Values {
  url: string;
  description: string;
  gets: 'everything' | 'chosen';
  types: string[];
  includeBodies: boolean;
}

type Body = CallInput<typeof routes.createWebhookEndpoint>['body'];

const bodyOf = ({ url, description, gets, types, includeBodies }: Values): Body => ({
  url,
  description: description.trim() || null,
  types: (gets === 'everything' ? [EVERYTHING] : types) as Body['types'],
  includeBodies,
});

const validate = schemaValidator<Body>(routes.createWebhookEndpoint.body);

const NEW: Values = { url: '', description: '', gets: 'everything', types: [], includeBodies: false };

const valuesOf = (endpoint: WebhookEndpoint): Values => ({
  url: endpoint.url,
  description: endpoint.description ?? '',
  gets: getsEverything(endpoint) ? 'everything' : 'chosen',
  types: getsEverything(endpoint) ? [] : endpoint.types,
  includeBodies: endpoint.includeBodies,
});

export interface NewSecret {
  endpoint: WebhookEndpoint;
  secret: string;
}

/** Adds an endpoint, or changes the one given. */
export function EndpointDialog({
  endpoint,
  onClose,
  onAdded,
}: {
  endpoint: WebhookEndpoint | null;
  onClose: () => void;
  onAdded?: (made: NewSecret) => void;
}) {
  const form = useForm<Values>({
    initialValues: endpoint ? valuesOf(endpoint) : NEW,
    validate: (values) => validate(bodyOf(values)),
  });
  const save = useSave({
    save: async (values: Values) => {
      const body = bodyOf(values);
      if (endpoint) return call(routes.updateWebhookEndpoint, { params: { id: endpoint.id }, body });
      const made = await call(routes.createWebhookEndpoint, { body });
      onAdded?.({ endpoint: made, secret: made.secret });
    },
    form,
    done: endpoint ? 'Webhook endpoint saved' : undefined,
    changes: endpointsChanged,
    onDone: () => endpoint && onClose(),
  });
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook endpoint' : 'Add webhook endpoint'}
      form={form}
      submit={endpoint ? 'Save' : 'Add endpoint'}
      isSaving={save.isPending}
      size="lg"
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="Where your software listens. It starts with https://."
        placeholder="https://example.com/hooks"
        inputMode="url"
        data-autofocus
        {...fieldProps(form, 'url')}
      />
      <TextInput
        label="Description"
        description="So that your colleagues know what it's for. Optional."
        {...fieldProps(form, 'description')}
      />
      <Radio.Group label="What it gets" {...form.getInputProps('gets')}>
        <Stack gap="xs" mt="sm">
          <Radio
            value="everything"
            label="Everything"
            description="Also types of events that we add later."
          />
          <Radio value="chosen" label="Only what you choose" />
        </Stack>
      </Radio.Group>
      {form.getValues().gets === 'chosen' && <Types {...form.getInputProps('types')} />}
      <Checkbox
        label="Send the words of texts"
        description="Without them, events have IDs and states only."
        {...form.getInputProps('includeBodies', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

function Types(props: Omit<Parameters<typeof Checkbox.Group>[0], 'children'>) {
  return (
    <Checkbox.Group aria-label="Types of events" {...props}>
      <div className={classes.groups}>
        {TYPE_GROUPS.map(({ name, types }) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            {types.map(({ type, words }) => (
              <Checkbox key={type} value={type} label={words} description={type} />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
