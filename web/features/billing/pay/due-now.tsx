import { Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { money } from '../../../lib/money.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import type { PlanPreview } from '../billing-query.ts';
import classes from './due-now.module.css';

/** What an amount is made of, and what it comes to. */
export function DueNow({
  lines,
  dueNow,
  label = 'Due now',
}: {
  lines: { description: string; amount: string }[];
  dueNow: string;
  label?: string;
}) {
  return (
    <dl className={classes.amounts} aria-label="What you pay">
      {lines.map(({ description, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be charged for two periods
        <div key={index}>
          <dt>{description}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{label}</dt>
        <dd>{dueNow}</dd>
      </div>
    </dl>
  );
}

/** As the server has worked it out. */
export function PreviewAmounts({ preview, label }: { preview: PlanPreview; label?: string }) {
  const { lines, dueNowCents, currency } = preview;
  return (
    <DueNow
      lines={lines.map(({ description, amountCents }) => ({
        description,
        amount: money(amountCents, currency),
      }))}
      dueNow={dueNowCents > 0 ? money(dueNowCents, currency) : 'Nothing'}
      {...(label === undefined ? {} : { label })}
    />
  );
}

/** Until the preview is there, and where it is refused. */
export function PreviewPending({ preview }: { preview: UseQueryResult<PlanPreview> }) {
  const { error } = preview;
  if (!preview.isError)
    return (
      <Stack gap="sm" role="status" aria-busy="true" aria-label="Working out what you pay">
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={56} />
      </Stack>
    );
  if (error instanceof ApiError && error.status >= 400 && error.status < 500)
    return (
      <Text role="alert" c="var(--danger)">
        {error.message}
      </Text>
    );
  return <LoadFailure what="What you would pay" retry={() => void preview.refetch()} />;
}
