import { Button, Group, Skeleton } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { AppRequest } from '../../../contract/connected-apps.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/paged-list.tsx';
import { PointList } from '../../ui/point-list.tsx';
import { scopeWords } from '../integrations/api-keys/scope-words.ts';
import classes from './connected-apps.module.css';
import { appRequestQuery } from './connected-apps-query.ts';

/** Where an app sends an admin, to be allowed what it asks for. */
export function ConnectAppScreen() {
  const { requestId = '' } = useParams({ strict: false });
  const request = useQuery(appRequestQuery(requestId));
  if (request.data) return <Asked id={requestId} request={request.data} />;
  const isGone = request.error instanceof ApiError && request.error.code === 'not_found';
  return (
    <Page title="Connect an app">
      {request.isPending && (
        <Loading what="what the app asks for">
          <Skeleton height={24} width="60%" mb="md" />
          <Skeleton height={120} />
        </Loading>
      )}
      {isGone && (
        <EmptyState
          icon={<IconPlugConnectedX size={32} stroke={1.5} />}
          title="This request has ended"
          text="Go back to the app, then connect it again. You have ten minutes, in the same browser."
        />
      )}
      {request.error && !isGone && (
        <LoadFailure what="What the app asks for" retry={() => void request.refetch()} />
      )}
    </Page>
  );
}

/** Only to where our server gives the app its answer. */
function leave({ continueTo }: { continueTo: string }): void {
  if (continueTo.startsWith('/oauth/authorize/')) window.location.assign(continueTo);
}

function Asked({ id, request }: { id: string; request: AppRequest }) {
  const { user, account } = useMe();
  const { name, host, scopes, resource } = request;
  const allow = useSave({
    save: () => call(routes.allowAppRequest, { params: { id } }),
    keep: (_queryClient, answer) => leave(answer),
  });
  const refuse = useSave({
    save: () => call(routes.refuseAppRequest, { params: { id } }),
    keep: (_queryClient, answer) => leave(answer),
  });
  // The page stays for a moment after the answer.
  const isLeaving = allow.isSuccess || refuse.isSuccess;
  return (
    <Page title={`Connect ${name}?`}>
      <div className={classes.asked}>
        <p>
          <b>{name}</b> wants to use the Hiretext account of <b>{account.name}</b>. If you allow it, it can:
        </p>
        <PointList points={scopeWords(scopes)} />
        <p className={classes.muted}>
          {resource === 'mcp'
            ? `It's an assistant, and acts as you, ${user.firstName}. It can't send texts: it proposes them, and a person sends them.`
            : `It acts as you, ${user.firstName}, and sees what you can see.`}
        </p>
        <p className={classes.muted}>
          You'll go back to <b>{host}</b>. Only allow it if you came from there.
        </p>
        <Group gap="sm">
          <Button
            loading={allow.isPending || allow.isSuccess}
            disabled={isLeaving}
            onClick={() => allow.run()}
          >
            Allow
          </Button>
          <Button variant="default" disabled={isLeaving || allow.isPending} onClick={() => refuse.run()}>
            Cancel
          </Button>
        </Group>
      </div>
    </Page>
  );
}
