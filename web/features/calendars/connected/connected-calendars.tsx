import { Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CalendarConnection, CalendarProvider } from '../../../../contract/calendar-connections.ts';
import type { ReplyOutput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PopUpWords } from '../../../ui/pop-up-words.tsx';
import { Section } from '../../../ui/section.tsx';
import { ConnectCalendarDialog, type ProviderByHand } from './connect-calendar-dialog.tsx';
import classes from './connected-calendars.module.css';
import { ConnectionRow } from './connection-row.tsx';
import { connectionsChanged, connectionsQuery, providersQuery } from './connections-query.ts';
import { DisconnectCalendarDialog } from './disconnect-calendar-dialog.tsx';
import { CONNECTED, useSignInThere } from './use-sign-in-there.ts';

type Providers = ReplyOutput<typeof routes.listCalendarProviders>;

/** The person's own calendars. */
export function ConnectedCalendars() {
  const connections = useQuery(connectionsQuery());
  const providers = useQuery(providersQuery());
  const failed = [connections, providers].filter((query) => query.isError && !query.data);
  return (
    <Section title="Connected calendars" text="We check when you're busy and add booked interviews.">
      {failed.length > 0 ? (
        <LoadFailure
          what="Your connected calendars"
          retry={() => failed.forEach((query) => void query.refetch())}
        />
      ) : connections.data && providers.data ? (
        <Connections connections={connections.data} providers={providers.data} />
      ) : (
        <Stack gap="xs" role="status" aria-busy="true" aria-label="Loading connected calendars">
          <Skeleton height={14} width="40%" />
          <Skeleton height={12} width="60%" />
        </Stack>
      )}
    </Section>
  );
}

function Connections({
  connections,
  providers,
}: {
  connections: CalendarConnection[];
  providers: Providers;
}) {
  const [entering, setEntering] = useState<ProviderByHand | null>(null);
  const [disconnecting, setDisconnecting] = useState<CalendarConnection | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const { open, isOpen, isBlocked } = useSignInThere();
  const offered = providers.filter(({ available }) => available);
  const simulated = providers.find(({ simulatedUrl }) => simulatedUrl !== null);
  const trySimulated = useSave({
    save: (url: string) => call(routes.connectCalendar, { body: { provider: 'ics', url } }),
    done: CONNECTED,
    changes: connectionsChanged,
  });
  const connect = (provider: CalendarProvider) =>
    provider === 'caldav' || provider === 'ics' ? setEntering(provider) : open(provider);
  return (
    <Stack gap="md" align="flex-start">
      {connections.length > 0 ? (
        <ul className={classes.list} aria-label="Connected calendars">
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onConnect={
                offered.some(({ provider }) => provider === connection.provider)
                  ? () => connect(connection.provider)
                  : null
              }
              onDisconnect={() => setDisconnecting(connection)}
            />
          ))}
        </ul>
      ) : (
        <Text c="dimmed">No calendars connected yet.</Text>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            ref={add}
            variant="default"
            leftSection={<IconPlus size={16} />}
            loading={isOpen || trySimulated.isPending}
          >
            Connect calendar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map(({ provider, name }) => (
            <Menu.Item
              key={provider}
              onClick={() => {
                // The item will be gone when the dialog gives the focus back.
                add.current?.focus();
                connect(provider);
              }}
            >
              {name}
            </Menu.Item>
          ))}
          {simulated?.simulatedUrl && (
            <Menu.Item onClick={() => trySimulated.run(simulated.simulatedUrl ?? '')}>
              Try it with a simulated calendar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <PopUpWords isOpen={isOpen} isBlocked={isBlocked} />
      {entering && <ConnectCalendarDialog provider={entering} onClose={() => setEntering(null)} />}
      {disconnecting && (
        <DisconnectCalendarDialog
          connection={disconnecting}
          onClose={() => setDisconnecting(null)}
          // The row that had the focus is gone.
          onDisconnected={() => add.current?.focus()}
        />
      )}
    </Stack>
  );
}
