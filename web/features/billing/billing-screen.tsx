import { Alert, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { CardSection } from './card/card-section.tsx';
import { InvoiceList } from './invoices/invoice-list.tsx';
import { PastDue } from './plan/past-due.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { SeatsSection } from './plan/seats-section.tsx';
import { TextsSection } from './texts/texts-section.tsx';
import { UsageSection } from './texts/usage-section.tsx';

/** What the account pays, by what, and what it got for that. */
export function BillingScreen() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const failed = [user, account].filter((query) => query.isError && !query.data);
  return (
    <Page title="Billing" width="account">
      {failed.length > 0 ? (
        <LoadFailure what="Billing" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : user.data && account.data ? (
        <Billing user={user.data} account={account.data} />
      ) : (
        <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading billing">
          <Skeleton height={96} />
          <Skeleton height={72} />
          <Skeleton height={200} />
        </Stack>
      )}
    </Page>
  );
}

function Billing({ user, account }: { user: User; account: Account }) {
  const { off } = account.subscriptionInfo;
  const { timezone } = user;
  return (
    <>
      {off && (
        <Alert color="iris" variant="light" mb="lg">
          Billing is off on this server.
        </Alert>
      )}
      <PastDue account={account} timezone={timezone} />
      <Section title="Plan">
        <PlanSection account={account} timezone={timezone} />
      </Section>
      {account.type === 'team' && account.planType !== 'free' && (
        <Section title="Seats" text="One seat per person.">
          <SeatsSection account={account} timezone={timezone} />
        </Section>
      )}
      {account.planType === 'payg' && !off && (
        <Section title="Texts" text="A long text, or one with emojis, can count as several.">
          <TextsSection account={account} />
        </Section>
      )}
      {!off && (
        <Section title="Card" text="Used for your plan and purchases.">
          <CardSection />
        </Section>
      )}
      <Section title="Usage" text="What you texted, by day.">
        <UsageSection />
      </Section>
      {!off && (
        <Section title="Invoices">
          <InvoiceList timezone={timezone} />
        </Section>
      )}
    </>
  );
}
