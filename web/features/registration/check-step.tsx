import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Registration, RegistrationField } from '../../../contract/registration.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { FindingList } from './finding-list.tsx';
import { useSubmitRegistration } from './registration-query.ts';

/** Checks what was saved the way a reviewer would, then submits it. */
export function CheckStep({
  registration,
  change,
}: {
  registration: Registration;
  change: (field: RegistrationField) => void;
}) {
  const { draft, einLast4, can } = registration;
  const check = useQuery({
    queryKey: [routes.checkRegistration.path, draft, einLast4],
    queryFn: ({ signal }) => call(routes.checkRegistration, { signal }),
    staleTime: 0,
    gcTime: 0,
    // Someone who looks something up in another tab comes back to what they were reading.
    refetchOnWindowFocus: false,
  });
  const submit = useSubmitRegistration();
  if (check.isError) return <LoadFailure what="The check" retry={() => void check.refetch()} />;
  if (check.data === undefined || check.isFetching)
    return (
      <Stack gap="sm" role="status" aria-busy="true" aria-label="Checking">
        <Text c="dimmed">Checking your answers and your website the way a reviewer would…</Text>
        <Skeleton height={56} />
        <Skeleton height={56} />
      </Stack>
    );
  const { findings } = check.data;
  const refusals = findings.filter(({ severity }) => severity === 'refusal').length;
  return (
    <Stack gap="md">
      <Text role="status">
        {refusals > 0
          ? `Fix ${refusals === 1 ? 'one thing' : `${refusals} things`} before you submit.`
          : findings.length > 0
            ? 'Nothing has to change, but check these before you submit.'
            : 'Everything looks good. You can submit.'}
      </Text>
      {findings.length > 0 && <FindingList findings={findings} change={change} />}
      <Text size="sm" c="dimmed">
        Once you submit, you can't change anything until the review is done. Carriers charge for each review.
      </Text>
      <Group justify="space-between">
        <Button variant="default" onClick={() => void check.refetch()}>
          Check again
        </Button>
        <Button
          disabled={refusals > 0 || !can.submit}
          loading={submit.isPending}
          onClick={() => submit.run()}
        >
          Submit
        </Button>
      </Group>
    </Stack>
  );
}
