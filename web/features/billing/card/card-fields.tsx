import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { inTime } from '../../../lib/in-time.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { type CardFieldsProps, FieldsSkeleton } from './card-entry.tsx';
import { SandboxCardFields } from './sandbox-card-fields.tsx';

const StripeCardFields = lazy(() =>
  inTime(import('./stripe-card-fields.tsx')).then((module) => ({ default: module.StripeCardFields })),
);

/** The fields of whichever gateway the server charges through. */
export function CardFields({ ref, refusal }: CardFieldsProps) {
  const start = useQuery({
    queryKey: ['card entry', useId()],
    queryFn: () => call(routes.createSetupIntent),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (start.isError && !start.data)
    return start.error instanceof ApiError && start.error.status >= 400 ? (
      <Stack gap={0}>
        <Text size="sm" c="var(--danger)" ta="center">
          {start.error.message}
        </Text>
        <LoadFailure what="The card form" retry={() => void start.refetch()} />
      </Stack>
    ) : (
      <LoadFailure what="The card form" retry={() => void start.refetch()} />
    );
  if (!start.data) return <FieldsSkeleton />;
  if (start.data.gateway === 'sandbox') return <SandboxCardFields ref={ref} refusal={refusal} />;
  const { clientSecret, publishableKey } = start.data;
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <StripeCardFields
        ref={ref}
        refusal={refusal}
        clientSecret={clientSecret}
        publishableKey={publishableKey}
        onUsed={() => void start.refetch()}
      />
    </Suspense>
  );
}
