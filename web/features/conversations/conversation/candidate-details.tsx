import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConsentStatus } from '../../../../contract/candidates.ts';
import { candidateName } from '../../../../contract/person-name.ts';
import { routes } from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';

const consentTexts: Record<ConsentStatus, string> = {
  none: "Hasn't texted you yet",
  implied: 'Has texted you',
  optedOut: 'Opted out of texts',
};

export function CandidateDetails({ candidateId }: { candidateId: string }) {
  const candidate = useQuery(routeQuery(routes.getCandidate, { params: { id: candidateId } }));
  if (candidate.isPending) {
    return (
      <Stack gap="sm">
        <Skeleton height={12} width="60%" />
        <Skeleton height={12} width="80%" />
      </Stack>
    );
  }
  if (candidate.isError) return <LoadFailure what="Details" retry={() => void candidate.refetch()} />;
  const { data } = candidate;
  return (
    <Stack gap="sm">
      <Text fw={600}>{candidateName(data)}</Text>
      <Fact label="Phone">{data.phoneNumberFormatted}</Fact>
      {data.email && <Fact label="Email">{data.email}</Fact>}
      {data.jobTitle && <Fact label="Job">{data.jobTitle}</Fact>}
      {data.timezone && <Fact label="Time zone">{data.timezone.replaceAll('_', ' ')}</Fact>}
      <Fact label="Consent">{consentTexts[data.consent.status]}</Fact>
      {data.tags.length > 0 && (
        <Group gap={4}>
          {data.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </div>
  );
}
