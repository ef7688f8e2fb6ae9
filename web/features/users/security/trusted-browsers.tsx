import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as routes from '../../../../contract/routes.ts';
import type { TrustedBrowser } from '../../../../contract/trusted-browsers.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { browserName } from '../../../lib/browser-name.ts';
import { dateTime } from '../../../lib/dates.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import classes from './session-list.module.css';

/** Browsers that skip the second step. Renders nothing while there are none. */
export function TrustedBrowsers({ timezone }: { timezone: string }) {
  const browsers = useQuery(routeQuery(routes.listTrustedBrowsers));
  const forget = useSave({
    save: () => call(routes.forgetTrustedBrowsers),
    done: 'Every browser asks for the second step again.',
    changes: (queryClient) => loadAgain(queryClient, routes.listTrustedBrowsers),
  });
  if (!browsers.data) {
    if (!browsers.isError) return null;
    return <LoadFailure what="Trusted browsers" retry={() => void browsers.refetch()} />;
  }
  if (browsers.data.length === 0) return null;
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500}>Trusted browsers</Text>
        <Text size="sm" c="dimmed">
          In these browsers, your password is enough to sign in.
        </Text>
      </div>
      <ul className={classes.list} aria-label="Trusted browsers">
        {browsers.data.map((browser) => (
          <Row key={browser.createdAt} browser={browser} timezone={timezone} />
        ))}
      </ul>
      <div>
        <Button variant="default" loading={forget.isPending} onClick={() => forget.run()}>
          Forget trusted browsers
        </Button>
      </div>
    </Stack>
  );
}

function Row({ browser, timezone }: { browser: TrustedBrowser; timezone: string }) {
  const { userAgent, createdAt, lastUsedAt, expiresAt } = browser;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={500}>{browserName(userAgent)}</Text>
        <Text size="sm" c="dimmed">
          Until {dateTime(expiresAt, timezone)}. Last used {dateTime(lastUsedAt ?? createdAt, timezone)}.
        </Text>
      </div>
    </li>
  );
}
