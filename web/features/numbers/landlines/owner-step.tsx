import { Button, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CodeWay, LandlineOwner } from '../../../../contract/landlines.ts';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useStep } from './landline-query.ts';
import { StepHeading } from './step-heading.tsx';

interface Values {
  phoneNumber: string;
  owner: LandlineOwner;
  verifyBy: CodeWay;
  extension: string;
}

const wayWords: Record<CodeWay, string> = { call: 'A phone call', text: 'A text' };

/** Whose number it is, and how the code gets to it. */
export function OwnerStep({
  checked,
  known,
  back,
}: {
  checked: ReplyOutput<typeof routes.checkLandline>;
  /** Of the last try. */
  known: LandlineOwner | null;
  back: () => void;
}) {
  const { account } = useMe();
  const form = useForm<Values>({
    initialValues: {
      phoneNumber: checked.phoneNumber,
      owner: known ?? {
        company: account.name ?? '',
        street: '',
        city: '',
        state: '',
        postalCode: '',
      },
      verifyBy: 'call',
      extension: '',
    },
    validate: schemaValidator<Values>(routes.enableLandline.body),
  });
  const start = useStep((body: Values) => call(routes.enableLandline, { body }), {
    shows: 'fields',
    onError: (error) => form.setErrors(fieldErrorsOf(error)),
  });
  const owner = (name: keyof LandlineOwner) => fieldProps(form, `owner.${name}`);
  const isCall = form.values.verifyBy === 'call';
  const phoneNumberError = form.errors.phoneNumber;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => start.run(values))}>
      <Stack gap="md">
        <StepHeading title={`You can use ${checked.phoneNumberFormatted}`}>
          Whose number is it? Copy this exactly from your latest phone bill: carriers compare it.
        </StepHeading>
        {phoneNumberError && (
          <div role="alert" style={{ color: 'var(--mantine-color-error)' }}>
            {phoneNumberError}
          </div>
        )}
        <TextInput label="Company" autoComplete="organization" {...owner('company')} />
        <TextInput label="Street" autoComplete="street-address" {...owner('street')} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="City" autoComplete="address-level2" {...owner('city')} />
          <TextInput
            label="State"
            placeholder="CA"
            maxLength={2}
            autoComplete="address-level1"
            {...owner('state')}
          />
          <TextInput
            label="ZIP code"
            inputMode="numeric"
            autoComplete="postal-code"
            {...owner('postalCode')}
          />
        </SimpleGrid>
        {checked.codeWays.length > 1 && (
          <Radio.Group
            label="How should the code get to the number?"
            description="Someone has to be at the phone to write it down."
            {...fieldProps(form, 'verifyBy')}
          >
            <Group gap="lg" mt="xs">
              {checked.codeWays.map((way) => (
                <Radio key={way} value={way} label={wayWords[way]} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {isCall && checked.takesExtension && (
          <TextInput
            label="Extension"
            description="If a menu answers, what to dial to reach a person. Otherwise, leave this empty."
            inputMode="numeric"
            autoComplete="off"
            maw={240}
            {...fieldProps(form, 'extension')}
          />
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={back}>
            Back
          </Button>
          <Button type="submit" loading={start.isPending}>
            {isCall ? 'Call the number now' : 'Text the code now'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
