import { Alert } from '@mantine/core';
import { useMe } from '../../lib/session/use-me.ts';
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
  const { user, account } = useMe();
  const { off } = account.subscriptionInfo;
  const { timezone } = user;
  return (
    <Page title="Billing" width="account">
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
          <TextsSection />
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
    </Page>
  );
}
