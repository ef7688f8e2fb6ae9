import { Badge, Button } from '@mantine/core';
import { type App, type ConnectedApp, ENDING_DAYS } from '../../../contract/connected-apps.ts';
import { personName } from '../../../contract/person-name.ts';
import { dateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import rows from '../../ui/rows.module.css';
import { scopeWords } from '../integrations/api-keys/scope-words.ts';
import classes from './connected-apps.module.css';

export function ConnectedAppRow({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  const { timezone } = useMe().user;
  const now = useNow();
  const { name, owner, scopes, resource, createdAt, endsAt, lastUsedAt } = app;
  const facts = [
    `Connected by ${personName(owner)} on ${dateTime(createdAt, timezone)}`,
    lastUsedAt ? `last used ${dateTime(lastUsedAt, timezone)}` : 'not used yet',
    `ends ${dateTime(endsAt, timezone)}`,
  ];
  const endsSoon = Date.parse(endsAt) - now.getTime() < ENDING_DAYS * 24 * 3600_000;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <span className={rows.name}>{name}</span>
          {resource === 'mcp' && (
            <Badge variant="light" tt="none">
              Assistant
            </Badge>
          )}
          {endsSoon && (
            <Badge variant="light" color="orange" tt="none">
              Ends soon
            </Badge>
          )}
        </div>
        <p className={rows.facts}>{facts.join(' · ')}</p>
        {endsSoon && <p className={rows.facts}>To keep it, connect it again from the app.</p>}
        <p className={rows.facts}>{scopeWords(scopes).join(' · ')}</p>
      </div>
      <div className={rows.tools}>
        <Button variant="default" size="xs" aria-label={`Disconnect ${name}`} onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </li>
  );
}

export function AppRow({ app, onDelete }: { app: App; onDelete: () => void }) {
  const { id, name, redirectUris, forEveryone } = app;
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <span className={rows.name}>{name}</span>
          {forEveryone && (
            <Badge variant="light" tt="none">
              For every company
            </Badge>
          )}
        </div>
        <p className={classes.id}>Client ID: {id}</p>
        <p className={rows.facts}>Comes back to {redirectUris.join(', ')}</p>
        <div className={classes.copy}>
          <CopyButton text={id} label="Copy client ID" />
        </div>
      </div>
      <div className={rows.tools}>
        <Button variant="default" size="xs" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
