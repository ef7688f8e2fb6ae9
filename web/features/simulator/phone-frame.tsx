import { IconChevronLeft, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { timeOfDay } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { PhoneComposer } from './phone-composer.tsx';
import classes from './phone-frame.module.css';
import { PhoneThread } from './phone-thread.tsx';
import { type BusinessNumber, messagesQuery } from './simulator-api.ts';
import { businessOf } from './use-live-phones.ts';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One phone and its thread with one business number. */
export function PhoneFrame({
  phone,
  phoneFormatted,
  business,
  contacts,
  numbers,
  onPickBusiness,
}: {
  phone: string;
  phoneFormatted: string | null;
  business: string;
  contacts: BusinessNumber[];
  numbers: BusinessNumber[];
  onPickBusiness: (number: string) => void;
}) {
  const now = useNow();
  const messages = useQuery(messagesQuery(phone));
  const formatted = useFormatted(phone, phoneFormatted);
  const choices = [
    ...contacts,
    ...numbers.filter(({ number }) => !contacts.some((one) => one.number === number)),
  ];
  const current = choices.find(({ number }) => number === business);
  return (
    <section className={classes.phone} aria-label={`Phone ${formatted}`}>
      <div className={classes.status}>
        <span>{timeOfDay(now.toISOString(), here)}</span>
        <span>{formatted}</span>
      </div>
      <header className={classes.header}>
        <Link to={paths.simulator} className={classes.back} aria-label="Back to the phones">
          <IconChevronLeft size={24} />
        </Link>
        <div className={classes.contact}>
          <span className={classes.picture} aria-hidden>
            <IconUser size={22} />
          </span>
          {choices.length > 1 ? (
            <select
              className={classes.business}
              aria-label="Business number"
              value={business}
              onChange={(event) => onPickBusiness(event.currentTarget.value)}
            >
              {choices.map(({ number, numberFormatted }) => (
                <option key={number} value={number}>
                  {numberFormatted}
                </option>
              ))}
            </select>
          ) : (
            <span className={classes.business}>{current?.numberFormatted ?? business}</span>
          )}
        </div>
      </header>
      <PhoneThread
        messages={messages.data?.filter((message) => businessOf(message) === business)}
        failed={messages.isError && !messages.data}
        retry={() => void messages.refetch()}
      />
      <PhoneComposer phone={phone} business={business} />
    </section>
  );
}

/** The list knows the writing of phones with texts; for a new one the formatter is loaded. */
function useFormatted(phone: string, known: string | null): string {
  const [formatted, setFormatted] = useState(phone);
  useEffect(() => {
    if (known) return;
    let current = true;
    void import('../../lib/phone.ts').then(
      ({ formatPhone }) => current && setFormatted(formatPhone(phone)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [phone, known]);
  return known ?? formatted;
}
