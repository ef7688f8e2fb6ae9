import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Input,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { type LandlineOrder, letterParagraphs, MAX_BILL_BYTES } from '../../../../contract/landlines.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { uploadLandlineBill } from '../../../lib/api/upload.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useStep } from './landline-query.ts';
import classes from './landlines.module.css';
import { StepHeading } from './step-heading.tsx';
import { Withdraw } from './withdraw.tsx';

interface Values {
  name: string;
  title: string;
  signature: string;
  agrees: boolean;
}

/** The letter of authorization, signed by typing the name. */
export function LetterStep({ order, onSigned }: { order: LandlineOrder; onSigned: () => void }) {
  const { user } = useMe();
  const name = `${user.firstName} ${user.lastName}`.trim();
  const [billError, setBillError] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: { name, title: '', signature: '', agrees: false },
    validate: schemaValidator<Values>(routes.signLandlineLetter.body),
  });
  const sign = useStep(
    (values: Values) => call(routes.signLandlineLetter, { body: { ...values, agrees: true } }),
    {
      shows: 'fields',
      onError: (error) => {
        const { bill, ...errors } = fieldErrorsOf(error);
        form.setErrors(errors);
        setBillError(bill ?? null);
      },
      onDone: onSigned,
    },
  );
  const lacksBill = order.needsBill && !order.hasBill;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        lacksBill ? setBillError('Attach your latest phone bill') : sign.run(values),
      )}
    >
      <Stack gap="md">
        <StepHeading title="Sign the letter of authorization">
          It lets texts, and nothing else, go through Hiretext. Someone who is authorized to sign for the
          company has to sign it.
        </StepHeading>
        <LetterText order={order} />
        {order.needsBill && <BillField order={order} error={billError} onChange={setBillError} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Name" autoComplete="name" {...fieldProps(form, 'name')} />
          <TextInput
            label="Job title"
            placeholder="Office manager"
            autoComplete="organization-title"
            {...fieldProps(form, 'title')}
          />
        </SimpleGrid>
        <TextInput
          className={classes.signature}
          label="Signature"
          description="Type your name. It counts as your handwritten signature."
          autoComplete="off"
          {...fieldProps(form, 'signature')}
        />
        <Checkbox
          label={`I'm authorized to sign for ${order.owner.company}, and what the letter says is true.`}
          {...form.getInputProps('agrees', { type: 'checkbox' })}
        />
        <Group justify="space-between" gap="sm">
          <Button type="submit" loading={sign.isPending}>
            Sign and submit
          </Button>
          <Withdraw order={order} />
        </Group>
      </Stack>
    </form>
  );
}

function LetterText({ order: { owner, phoneNumberFormatted } }: { order: LandlineOrder }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.letter} aria-label="The letter" tabIndex={0}>
      <dl className={classes.facts}>
        <dt>Telephone number</dt>
        <dd>{phoneNumberFormatted}</dd>
        <dt>Company</dt>
        <dd>{owner.company}</dd>
        <dt>Service address</dt>
        <dd>{`${owner.street}\n${owner.city}, ${owner.state} ${owner.postalCode}`}</dd>
      </dl>
      {letterParagraphs(owner.company).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

function BillField({
  order,
  error,
  onChange,
}: {
  order: LandlineOrder;
  error: string | null;
  onChange: (error: string | null) => void;
}) {
  const upload = useStep((file: File) => uploadLandlineBill(file));
  function pick(file: File | null) {
    if (file === null) return;
    if (file.type !== 'application/pdf') onChange('Choose a PDF');
    else if (file.size > MAX_BILL_BYTES) onChange('Choose a file up to 5 MB');
    else {
      onChange(null);
      upload.run(file);
    }
  }
  return (
    <Input.Wrapper
      label="Latest phone bill"
      labelElement="div"
      data-shows="bill"
      description="A PDF up to 5 MB that shows this number."
      error={error}
    >
      <Group gap="sm" mt="xs">
        <FileButton accept="application/pdf" onChange={pick}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} />}
              loading={upload.isPending}
            >
              {order.hasBill ? 'Choose another bill' : 'Choose bill'}
            </Button>
          )}
        </FileButton>
        {order.hasBill && (
          <Group gap={4} role="status">
            <IconCheck size={16} aria-hidden />
            <Text size="sm">The bill is attached.</Text>
          </Group>
        )}
      </Group>
    </Input.Wrapper>
  );
}
