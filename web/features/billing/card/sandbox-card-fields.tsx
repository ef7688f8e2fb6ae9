import { Alert, Group, Stack, TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import type { CardFieldsProps } from './card-entry.tsx';
import { type CardValues, checkCard, digitsOf, groupedExpiry, groupedNumber } from './card-rules.ts';
import { makeSandboxCard } from './make-sandbox-card.ts';
import { isAboutCard, useSaveCard } from './use-save-card.ts';

type Field = keyof CardValues;

const EMPTY: CardValues = { name: '', number: '', expiry: '', cvc: '' };
const order: Field[] = ['name', 'number', 'expiry', 'cvc'];
const grouped: Partial<Record<Field, (text: string) => string>> = {
  number: groupedNumber,
  expiry: groupedExpiry,
};

/** For test cards. Browsers must not fill in a real one. */
export function SandboxCardFields({ ref, refusal }: CardFieldsProps) {
  const saveCard = useSaveCard();
  const [card, setCard] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Field, string | null>>>({ number: refusal });
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  useEffect(() => setErrors({ number: refusal }), [refusal]);

  function refuse(found: Partial<Record<Field, string | null>>): false {
    setErrors(found);
    inputs.current[order.find((field) => found[field]) ?? 'number']?.focus();
    return false;
  }

  useImperativeHandle(ref, () => ({
    async save() {
      const found = checkCard(card);
      if (order.some((field) => found[field])) return refuse(found);
      try {
        const { name, number, expiry, cvc } = card;
        const token = await makeSandboxCard({
          name: name.trim(),
          number: digitsOf(number),
          expiry: digitsOf(expiry),
          cvc: cvc.trim(),
        });
        await saveCard(token, name.trim());
        return true;
      } catch (error) {
        if (isAboutCard(error))
          return refuse({ [error.code === 'card_expired' ? 'expiry' : 'number']: error.message });
        const refused = fieldErrorsOf(error);
        if (order.some((field) => refused[field])) return refuse(refused);
        throw error;
      }
    },
  }));

  const input = (field: Field, label: string) => ({
    label,
    value: card[field],
    error: errors[field],
    'data-success': (card[field] !== '' && !errors[field] && !checkCard(card)[field]) || undefined,
    autoComplete: 'off',
    ref: (element: HTMLInputElement | null) => {
      inputs.current[field] = element;
    },
    onChange: ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
      const group = grouped[field];
      // Grouping before the cursor would move it.
      const shown = group && selectionStart === value.length ? group(value) : value;
      setCard((before) => ({ ...before, [field]: shown }));
      if (errors[field]) setErrors((before) => ({ ...before, [field]: null }));
    },
    onBlur: () =>
      setCard((before) => ({ ...before, [field]: grouped[field]?.(before[field]) ?? before[field] })),
  });

  return (
    <Stack gap="sm">
      <Alert color="iris" variant="light" title="This is a test form">
        Nothing is charged on this server. Use 4242 4242 4242 4242 with any date in the future and any
        security code.
      </Alert>
      <TextInput {...input('name', 'Full name')} description="As on the card" data-autofocus />
      <TextInput {...input('number', 'Card number')} inputMode="numeric" placeholder="#### #### #### ####" />
      <Group gap="sm" align="flex-start" grow>
        <TextInput {...input('expiry', 'Expiry date')} inputMode="numeric" placeholder="MM/YY" />
        <TextInput {...input('cvc', 'Security code')} inputMode="numeric" placeholder="CVC" maxLength={4} />
      </Group>
    </Stack>
  );
}
