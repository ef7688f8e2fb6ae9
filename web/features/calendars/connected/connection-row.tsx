import { Badge, Button } from '@mantine/core';
import { CALENDAR_NAMES, type CalendarConnection } from '../../../../contract/calendar-connections.ts';
import classes from './connected-calendars.module.css';

export function ConnectionRow({
  connection: { provider, name, state, canWrite, error },
  onConnect,
  onDisconnect,
}: {
  connection: CalendarConnection;
  /** Null: this server no longer connects such calendars. */
  onConnect: (() => void) | null;
  onDisconnect: () => void;
}) {
  const isActive = state === 'active';
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <div className={classes.headline}>
          <span className={classes.provider}>{CALENDAR_NAMES[provider]}</span>
          <Badge variant="light" color={isActive ? 'teal' : 'red'} tt="none" fw={500} size="sm">
            {isActive ? 'Connected' : 'Not connected'}
          </Badge>
          {!canWrite && (
            <Badge variant="default" tt="none" fw={500} size="sm">
              Read only
            </Badge>
          )}
        </div>
        <p className={classes.name}>{name}</p>
        {error && <p className={classes.error}>{error.message}</p>}
      </div>
      <div className={classes.tools}>
        {!isActive && onConnect && (
          <Button size="xs" aria-label={`Connect ${name} again`} onClick={onConnect}>
            Connect again
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={`Disconnect ${name}`} onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </li>
  );
}
