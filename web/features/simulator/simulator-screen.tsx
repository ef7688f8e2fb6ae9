import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { OwnershipCodes } from './ownership-codes.tsx';
import { NewPhoneForm } from './phone/new-phone-form.tsx';
import { PhoneFrame } from './phone/phone-frame.tsx';
import { PhoneList } from './phone/phone-list.tsx';
import { businessOf, useLivePhones } from './phone/use-live-phones.ts';
import { businessNumbersQuery, phonesQuery } from './simulator-api.ts';
import classes from './simulator-screen.module.css';

const screen = getRouteApi(paths.simulator);

/** The candidate's side: every phone that has texted or been texted, and one of them to text from. */
export function SimulatorScreen() {
  const phones = useQuery(phonesQuery());
  const numbers = useQuery(businessNumbersQuery());
  const { phone, business } = screen.useSearch();
  const navigate = screen.useNavigate();
  useLivePhones();
  useEffect(() => {
    document.title = "Candidate's phone · Hiretext";
  }, []);

  if (phones.error instanceof ApiError && phones.error.status === 404) return <NotFoundScreen />;

  const known = phones.data?.find((other) => other.number === phone);
  const contact =
    business ?? (known?.lastMessage ? businessOf(known.lastMessage) : numbers.data?.[0]?.number);

  return (
    <div className={classes.simulator} data-open={phone ? true : undefined}>
      <aside className={classes.side} aria-label="Phones">
        <header className={classes.head}>
          <h1 className={classes.title}>Candidates' phones</h1>
          <p className={classes.lead}>
            Simulated. No real person gets a text. <Link to={paths.simulatedAts}>Simulated Greenhouse</Link>
          </p>
        </header>
        {phones.isPending || numbers.isPending ? (
          <p className={classes.note} role="status">
            Loading…
          </p>
        ) : !phones.data || !numbers.data ? (
          <LoadFailure
            what="The phones"
            retry={() => void Promise.all([phones.refetch(), numbers.refetch()])}
          />
        ) : numbers.data.length === 0 ? (
          <EmptyState
            title="No number to text yet"
            text="Sign in and get a number. Candidates can text it from here."
            action={<Link to={paths.getNumber}>Get a number</Link>}
          />
        ) : (
          <>
            <NewPhoneForm
              phones={phones.data}
              onStart={(number) => void navigate({ search: { phone: number } })}
            />
            <PhoneList phones={phones.data} open={phone} />
          </>
        )}
        <OwnershipCodes />
        <NetworkPanel />
      </aside>
      <main className={classes.stage}>
        {phone && contact && numbers.data ? (
          <PhoneFrame
            key={phone}
            phone={phone}
            phoneFormatted={known?.numberFormatted ?? null}
            business={contact}
            contacts={known?.contacts ?? []}
            numbers={numbers.data}
            onPickBusiness={(number) => void navigate({ search: { phone, business: number } })}
          />
        ) : (
          <p className={classes.note}>Pick a phone to see its texts and answer.</p>
        )}
      </main>
    </div>
  );
}
