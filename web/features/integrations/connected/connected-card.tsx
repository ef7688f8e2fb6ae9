import { Alert, Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { inDigits } from '../../../lib/words.ts';
import { AtsMark } from '../ats-mark.tsx';
import { standingOf, standingWords } from '../ats-words.ts';
import { SimulatedLink } from '../connect/try-simulated.tsx';
import { HelpLink } from '../help-link.tsx';
import classes from '../integrations.module.css';
import { OauthButton } from '../oauth-button.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { NotesPart } from './notes-part.tsx';
import { RemindersPart } from './reminders-part.tsx';
import { UnreadablePart } from './unreadable-part.tsx';
import { WebhookPart } from './webhook-part.tsx';

interface Connected {
  system: AtsDescription;
  integration: AtsIntegration;
  onChangeKey: () => void;
}

export function ConnectedCard({ system, integration, onChangeKey }: Connected) {
  const id = useId();
  const now = useNow();
  const { atsAccountId, connectedBy } = integration;
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.top}>
        <div className={classes.who}>
          <AtsMark type={system.type} />
          <div>
            <h3 id={id} className={classes.name}>
              {system.name}
            </h3>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {atsAccountId}, connected {connectedBy === 'key' ? 'with a key' : 'by signing in'}
            </Text>
            {system.simulated && <SimulatedLink system={system} />}
          </div>
        </div>
        <p className={classes.standing} data-standing={standingOf(integration)} role="status">
          {standingWords(integration, now)}
        </p>
      </div>
      <Trouble system={system} integration={integration} onChangeKey={onChangeKey} />
      <UnreadablePart system={system} integration={integration} />
      <Counts system={system} integration={integration} />
      <div className={classes.columns}>
        <NotesPart system={system} integration={integration} now={now} />
        <RemindersPart system={system} integration={integration} />
        <WebhookPart system={system} integration={integration} />
      </div>
      <ConnectionActions system={system} integration={integration} onChangeKey={onChangeKey} />
    </article>
  );
}

/** What went wrong, and the button that helps. */
function Trouble({ system, integration: { enabled, error, sync, connectedBy }, onChangeKey }: Connected) {
  if (!enabled) return <Text size="sm">Nothing is synced, and notes wait until you resume.</Text>;
  if (!error)
    return sync.state === 'failed' ? (
      <Alert color="red" variant="light" role="alert">
        The last sync didn't finish. We'll try again automatically, or you can sync now.
      </Alert>
    ) : null;
  const isAboutKey = error.code !== 'ats_unavailable';
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm" mb="sm">
        {error.message}
      </Text>
      <Group gap="md">
        {isAboutKey &&
          (connectedBy === 'oauth' && system.oauth ? (
            <OauthButton system={system} label={`Connect with ${system.name} again`} />
          ) : (
            <Button size="xs" onClick={onChangeKey}>
              Update key
            </Button>
          ))}
        <HelpLink system={system} label="What to do" />
      </Group>
    </Alert>
  );
}

function Counts({
  system: { capabilities },
  integration: { sync },
}: Pick<Connected, 'system' | 'integration'>) {
  const counts = [
    ['Candidates', sync.candidates],
    ['No phone number', sync.withoutPhone],
    ['Jobs', sync.jobs],
    ...(capabilities.interviews ? [['Interviews', sync.interviews] as const] : []),
  ] as const;
  return (
    <dl className={classes.facts}>
      {counts.map(([what, count]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{inDigits(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
