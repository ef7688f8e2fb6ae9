import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SimulatedPhone } from '../../../../contract/simulator.ts';
import { offlineError } from '../../../lib/api/api-error.ts';
import { showFailure } from '../../../lib/notices.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';
import classes from './new-phone-form.module.css';

/** 555-0100 to 555-0199 are reserved for fiction in every area code. */
function unusedNumber(phones: SimulatedPhone[]): string {
  const used = new Set(phones.map((phone) => phone.number));
  const last = Array.from({ length: 100 }, (_, index) => String(100 + ((index * 7 + 42) % 100)));
  const free = last.find((digits) => !used.has(`+12125550${digits}`));
  return free ? `(212) 555-0${free}` : '';
}

/** A phone that has not texted yet, with any number. */
export function NewPhoneForm({
  phones,
  onStart,
}: {
  phones: SimulatedPhone[];
  onStart: (number: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const value = typed ?? unusedNumber(phones);

  async function start(event: FormEvent) {
    event.preventDefault();
    const reader = await import('../../../lib/phone.ts').catch(() => null);
    if (!reader) return showFailure(offlineError());
    const number = reader.phoneNumberOf(value);
    setError(number ? null : 'Must be a valid phone number');
    if (!number) return;
    setTyped(null);
    onStart(number);
  }

  return (
    <form className={classes.form} onSubmit={(event) => void start(event)} noValidate>
      <PhoneField
        label="Text from another phone"
        value={value}
        onChange={setTyped}
        error={error}
        className={classes.field}
      />
      <Button type="submit" variant="default">
        Open
      </Button>
    </form>
  );
}
