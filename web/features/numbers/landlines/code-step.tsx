import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { CodeWay, LandlineOrder } from '../../../../contract/landlines.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { atField, fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useStep, type Verification } from './landline-query.ts';
import classes from './landlines.module.css';
import { StepHeading } from './step-heading.tsx';
import { Withdraw } from './withdraw.tsx';

/** The code proves that the number is theirs: they hear it and type it here, or see it here and press it on the phone. */
export function CodeStep({ order, verification }: { order: LandlineOrder; verification: Verification }) {
  const { code } = order;
  return (
    <Stack gap="md">
      {code?.isTypedHere ? (
        <TypeCode order={order} />
      ) : (
        <>
          <StepHeading title={`Answer the call at ${order.phoneNumberFormatted}`}>
            {code?.toType
              ? "It'll ring in a moment. When you're asked, press this code on the phone:"
              : 'Request the call when someone is at the phone.'}
          </StepHeading>
          {code?.toType && (
            <>
              <p className={classes.code}>{code.toType}</p>
              <Group gap="sm" role="status">
                <Loader size="xs" />
                <Text size="sm">Waiting for you to press the code</Text>
              </Group>
            </>
          )}
        </>
      )}
      <AnotherCode order={order} verification={verification} />
    </Stack>
  );
}

function TypeCode({ order }: { order: LandlineOrder }) {
  const { code } = order;
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaValidator<{ code: string }>(routes.confirmLandlineCode.body),
  });
  const confirm = useStep(
    (body: { code: string }) =>
      call(routes.confirmLandlineCode, { body }).catch((error: unknown) => {
        throw atField(error, 'code_invalid', 'code');
      }),
    { shows: 'fields', onError: (error) => form.setErrors(fieldErrorsOf(error)) },
  );
  const isSpent = code?.sentAt !== null && code?.triesLeft === 0;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.run(values))}>
      <Stack gap="md">
        <StepHeading title={`Enter the code for ${order.phoneNumberFormatted}`}>
          {code?.sentAt
            ? 'We send a code to the number. Ask the person at the phone to read it to you.'
            : "We couldn't send the code yet. Request it when someone is at the phone."}
        </StepHeading>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw={200}
          disabled={!order.can.confirmCode}
          {...fieldProps(form, 'code')}
        />
        {isSpent && (
          <Text size="sm" role="status">
            That was the last try with this code. Request a new one.
          </Text>
        )}
        <Group>
          <Button type="submit" loading={confirm.isPending} disabled={!order.can.confirmCode}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const wayWords: Record<CodeWay, string> = { call: 'Call again', text: 'Text the code' };

function AnotherCode({ order, verification }: { order: LandlineOrder; verification: Verification }) {
  const [extension, setExtension] = useState('');
  const request = useStep((verifyBy: CodeWay) =>
    call(routes.requestLandlineCode, { body: { verifyBy, extension } }),
  );
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" align="end">
        {verification.takesExtension && (
          <TextInput
            label="Extension"
            inputMode="numeric"
            autoComplete="off"
            w={120}
            value={extension}
            onChange={(event) => setExtension(event.currentTarget.value.replace(/\D/g, ''))}
          />
        )}
        {verification.codeWays.map((way) => (
          <Button
            key={way}
            variant="default"
            disabled={!order.can.requestCode}
            loading={request.isPending && request.variables === way}
            onClick={() => request.run(way)}
          >
            {wayWords[way]}
          </Button>
        ))}
      </Group>
      <Withdraw order={order} />
    </Group>
  );
}
