import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { addWebhook, readCredential } from '../../simulator/ats/simulated-ats.ts';
import { integrationsChanged, keepIntegration } from '../integrations-query.ts';
import { CONNECTED } from '../use-oauth.ts';

/** In local mode: connects as with a key, and adds the webhook there as an admin would. */
export function TrySimulated({ system, onConnected }: { system: AtsDescription; onConnected: () => void }) {
  const { type, name } = system;
  const { id, seat } = useMe().user;
  // Its people have no recruiter yet, and their interviews are to be reminded of.
  const reminderUserId = seat?.seatRole === 'recruiter' && seat.twilioNumber ? id : undefined;
  const connect = useSave<AtsIntegration>({
    save: async () => {
      const credentials = await readCredential();
      const saved = await call(routes.saveAtsIntegration, { body: { type, credentials, reminderUserId } });
      const { url, secret } = saved.webhook;
      if (secret !== null) await addWebhook({ url, secret });
      return saved;
    },
    keep: (queryClient, saved) => {
      keepIntegration(queryClient, saved);
      void integrationsChanged(queryClient);
    },
    done: CONNECTED,
    onDone: onConnected,
  });
  return (
    <Stack gap="xs" mb="md" align="flex-start">
      <Button loading={connect.isPending} onClick={() => connect.run()}>
        Try it with the simulated {name}
      </Button>
      <Text size="sm" c="dimmed">
        It runs on this computer, and you don't need an account. <SimulatedLink system={system} />
      </Text>
      <Divider label="Or connect your own" labelPosition="left" w="100%" mt="xs" />
    </Stack>
  );
}

/** To what the system itself shows. */
export const SimulatedLink = ({ system: { name } }: { system: AtsDescription }) => (
  <Anchor component={Link} to={paths.simulatedAts} target="_blank" size="sm" underline="always">
    Open the simulated {name}
  </Anchor>
);
