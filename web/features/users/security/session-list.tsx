import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import type { UserSession } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { dateTime } from '../../../lib/dates.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import classes from './session-list.module.css';

/** Every browser the person is signed in with, and the way to sign each of them out. */
export function SessionList({ timezone }: { timezone: string }) {
  const sessions = useQuery(routeQuery(routes.listSessions));
  const reload = useReload();
  const endOthers = useSave({
    save: () => call(routes.endOtherSessions),
    changes: reload,
  });
  if (!sessions.data) {
    if (sessions.isError) return <LoadFailure what="Your browsers" retry={() => void sessions.refetch()} />;
    return <Skeleton height={56} role="status" aria-label="Loading your browsers" />;
  }
  return (
    <Stack gap="md">
      <ul className={classes.list}>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} timezone={timezone} />
        ))}
      </ul>
      {sessions.data.some((session) => !session.isCurrent) && (
        <div>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.run()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </Stack>
  );
}

function SessionRow({ session, timezone }: { session: UserSession; timezone: string }) {
  const reload = useReload();
  const end = useSave({
    save: () => call(routes.endSession, { params: { id: session.id } }),
    // One that had ended already is no longer in the list either.
    changes: reload,
  });
  const name = browserName(session.userAgent);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          Since {dateTime(session.createdAt, timezone)}
        </Text>
      </div>
      {session.isCurrent ? (
        <Badge variant="light" tt="none">
          This browser
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Sign out ${name}`}
          loading={end.isPending}
          onClick={() => end.run()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function useReload() {
  const queryClient = useQueryClient();
  return () => loadAgain(queryClient, routes.listSessions);
}
