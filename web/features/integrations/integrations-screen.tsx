import { Anchor, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AtsDescription, AtsIntegration, AtsType } from '../../../contract/ats.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { WebhooksBanner } from '../webhooks/webhooks-banner.tsx';
import { ConnectDialog } from './connect/connect-dialog.tsx';
import { ConnectedCard } from './connected/connected-card.tsx';
import classes from './integrations.module.css';
import { atsTypesQuery, integrationsQuery } from './integrations-query.ts';
import { PairsBanner } from './pairs/pairs-banner.tsx';
import { SystemsTable } from './systems-table.tsx';
import { useAtsOauthResults } from './use-oauth.ts';

/** The systems in which the company keeps its candidates. */
export function IntegrationsScreen() {
  const types = useQuery(atsTypesQuery());
  const integrations = useQuery(integrationsQuery());
  const failed = [types, integrations].filter((query) => query.isError && !query.data);
  return (
    <Page
      title="Integrations"
      lead="Connect your applicant-tracking system (ATS). Your candidates sync automatically, and your texts go back as notes."
      width="wide"
    >
      {failed.length > 0 ? (
        <LoadFailure what="Integrations" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : types.data && integrations.data ? (
        <Systems types={types.data} integrations={integrations.data} />
      ) : (
        <Stack gap="md" role="status" aria-busy="true" aria-label="Loading integrations">
          <Skeleton height={180} />
          <Skeleton height={180} />
          <Skeleton height={180} />
        </Stack>
      )}
    </Page>
  );
}

function Systems({ types, integrations }: { types: AtsDescription[]; integrations: AtsIntegration[] }) {
  const [connecting, setConnecting] = useState<AtsType | null>(null);
  useAtsOauthResults((type) => setConnecting((current) => (current === type ? null : current)));
  const connectionOf = (type: AtsType) => integrations.find((integration) => integration.type === type);
  const connected = types.flatMap((system) => {
    const integration = connectionOf(system.type);
    return integration ? [{ system, integration }] : [];
  });
  const others = types.filter(({ type }) => !connectionOf(type));
  const opened = types.find(({ type }) => type === connecting);
  return (
    <>
      <WebhooksBanner />
      <PairsBanner count={integrations.reduce((sum, { sync }) => sum + sync.doubtful, 0)} />
      {connected.length > 0 && (
        <section aria-labelledby="connected">
          <div className={classes.headline}>
            <h2 id="connected" className={classes.heading}>
              Connected
            </h2>
            <Anchor component={Link} to={paths.atsPairs} size="sm" underline="always">
              Review linked people
            </Anchor>
          </div>
          <Stack gap="md">
            {connected.map(({ system, integration }) => (
              <ConnectedCard
                key={system.type}
                system={system}
                integration={integration}
                onChangeKey={() => setConnecting(system.type)}
              />
            ))}
          </Stack>
        </section>
      )}
      <section aria-labelledby="systems">
        <h2 id="systems" className={classes.heading}>
          {connected.length > 0 ? 'What each system can do' : 'Choose your system'}
        </h2>
        <SystemsTable
          systems={[...connected.map(({ system }) => system), ...others]}
          isConnected={({ type }) => connectionOf(type) !== undefined}
          onConnect={({ type }) => setConnecting(type)}
        />
      </section>
      <section aria-labelledby="own-software">
        <h2 id="own-software" className={classes.heading}>
          Your own software
        </h2>
        <Group gap="lg">
          <Anchor component={Link} to={paths.apiKeys} underline="always">
            API keys
          </Anchor>
          <Anchor component={Link} to={paths.webhooks} underline="always">
            Webhooks
          </Anchor>
          <Anchor component={Link} to={paths.connectedApps} underline="always">
            Connected apps
          </Anchor>
        </Group>
      </section>
      {opened && (
        <ConnectDialog
          system={opened}
          integration={connectionOf(opened.type) ?? null}
          onClose={() => setConnecting(null)}
        />
      )}
    </>
  );
}
