import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../contract/payments.ts';
import { sameOrigin } from '../../../lib/api/api.ts';
import { monthDay } from '../../../lib/dates.ts';
import { money } from '../../../lib/money.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { invoicesQuery } from '../billing-query.ts';
import classes from './invoices.module.css';

export function InvoiceList({ timezone }: { timezone: string }) {
  const invoices = useQuery(invoicesQuery());
  if (invoices.isError && !invoices.data)
    return <LoadFailure what="Your invoices" retry={() => void invoices.refetch()} />;
  if (!invoices.data)
    return (
      <Stack gap="sm" role="status" aria-busy="true" aria-label="Loading your invoices">
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Stack>
    );
  if (invoices.data.length === 0)
    return <Text c="dimmed">No invoices yet. What you pay is listed here.</Text>;
  return (
    <ul className={classes.invoices} aria-label="Invoices">
      {invoices.data.map((invoice) => (
        <Row key={invoice.id} invoice={invoice} timezone={timezone} />
      ))}
    </ul>
  );
}

function Row({ invoice, timezone }: { invoice: Invoice; timezone: string }) {
  const { number, description, amountCents, currency, createdAt, pdfUrl } = invoice;
  const { color, label } = stateOf(invoice, timezone);
  return (
    <li>
      <div className={classes.what}>
        <span className={classes.description}>{description}</span>
        <span className={classes.muted}>
          {monthDay(createdAt, timezone)} · {number}
        </span>
      </div>
      <Badge variant="light" tt="none" color={color} className={classes.state}>
        {label}
      </Badge>
      <span className={classes.amount}>{money(amountCents, currency)}</span>
      <Button
        component="a"
        href={sameOrigin(pdfUrl)}
        target="_blank"
        rel="noreferrer"
        size="xs"
        variant="default"
        leftSection={<IconFileText size={14} aria-hidden />}
        aria-label={`PDF of ${number}`}
      >
        PDF
      </Button>
    </li>
  );
}

function stateOf(
  { status, dueAt }: Invoice,
  timezone: string,
  now = new Date(),
): { color: string; label: string } {
  switch (status) {
    case 'paid':
      return { color: 'teal', label: 'Paid' };
    case 'void':
      return { color: 'gray', label: 'Void' };
    case 'uncollectible':
      return { color: 'red', label: 'Not paid' };
    case 'open':
      if (dueAt === null) return { color: 'orange', label: 'Open' };
      return new Date(dueAt) < now
        ? { color: 'red', label: 'Overdue' }
        : { color: 'orange', label: `Due ${monthDay(dueAt, timezone, now)}` };
  }
}
