import { IconChevronLeft, IconPhone, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { timeOfDay } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../paths.ts';
import { type BusinessNumber, callsQuery, messagesQuery } from '../simulator-api.ts';
import { PhoneCall } from './phone-call.tsx';
import { PhoneComposer } from './phone-composer.tsx';
import classes from './phone-frame.module.css';
import { PhoneThread } from './phone-thread.tsx';
import { useFormatted } from './use-formatted.ts';
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
  const calls = useQuery(callsQuery(phone));
  const [calling, setCalling] = useState(false);
  const isOnCall = calls.data?.some(({ to, state }) => to === business && state !== 'ended') === true;
  // One that is still on is shown after the page was left, too.
  useEffect(() => {
    if (isOnCall) setCalling(true);
  }, [isOnCall]);
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
        <button
          type="button"
          className={classes.dial}
          aria-label="Call this number"
          onClick={() => setCalling(true)}
        >
          <IconPhone size={22} />
        </button>
      </header>
      {calling ? (
        <PhoneCall
          key={business}
          phone={phone}
          business={business}
          businessFormatted={current?.numberFormatted ?? business}
          onClose={() => setCalling(false)}
        />
      ) : (
        <>
          <PhoneThread
            messages={messages.data?.filter((message) => businessOf(message) === business)}
            failed={messages.isError && !messages.data}
            retry={() => void messages.refetch()}
          />
          <PhoneComposer phone={phone} business={business} />
        </>
      )}
    </section>
  );
}
