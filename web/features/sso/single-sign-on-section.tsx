import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Section } from '../../ui/section.tsx';
import { DomainRecord } from './domain-record.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { type Connection, singleSignOnQuery } from './single-sign-on-query.ts';
import { SsoOnlySwitch } from './sso-only-switch.tsx';
import { TestButton } from './test-button.tsx';

/** For admins: how the company's people sign in at its own provider. */
export function SingleSignOnSection() {
  const singleSignOn = useQuery(singleSignOnQuery());
  return (
    <Section
      title="Single sign-on"
      text="Let your team sign in the way they do everywhere else (OpenID Connect or SAML)."
    >
      {singleSignOn.data ? (
        <SetUp singleSignOn={singleSignOn.data} />
      ) : singleSignOn.isError ? (
        <LoadFailure what="Single sign-on" retry={() => void singleSignOn.refetch()} />
      ) : (
        <Skeleton height={72} role="status" aria-busy="true" aria-label="Loading single sign-on" />
      )}
    </Section>
  );
}

function SetUp({ singleSignOn: { connection, us } }: { singleSignOn: SingleSignOn }) {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  if (isEditing) return <ProviderForm connection={connection} us={us} close={() => setEditing(false)} />;
  if (!connection)
    return (
      <Group>
        <Button variant="default" onClick={() => setEditing(true)}>
          Set up single sign-on
        </Button>
      </Group>
    );
  return (
    <Stack gap="lg">
      <div>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {connection.domain}
        </Text>
        <ProviderSummary provider={connection.provider} />
      </div>
      <DomainRecord connection={connection} />
      <TestButton protocol={connection.provider.protocol} />
      <SsoOnlySwitch connection={connection} />
      <Group gap="sm">
        <Button variant="default" onClick={() => setEditing(true)}>
          Change
        </Button>
        <Button variant="default" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </Group>
      <RemoveDialog connection={connection} opened={isRemoving} close={() => setRemoving(false)} />
    </Stack>
  );
}

function ProviderSummary({ provider }: { provider: Connection['provider'] }) {
  const isSaml = provider.protocol === 'saml';
  return (
    <>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {isSaml
          ? `Signs in at ${provider.entityId} (SAML)`
          : `Signs in at ${provider.issuer} (OpenID Connect)`}
      </Text>
      {isSaml && (
        <Text size="sm" c="dimmed">
          Your provider's certificate is valid until {onDay.format(new Date(provider.certificateExpiresAt))}.
        </Text>
      )}
    </>
  );
}

/** A certificate expires at the same moment everywhere, so its day is shown in UTC. */
const onDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
