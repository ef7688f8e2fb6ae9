import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { showNews } from '../../../lib/notices.ts';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { useStartSession } from '../use-start-session.ts';
import { useLinkToken } from './use-link-token.ts';

const PLAN_ENDED = 'Your plan ended in the meantime. Choose a plan to text again.';

/** Shown after a sign-in, or from a mailed link, while the account is about to be deleted. */
export function KeepAccountScreen() {
  const token = useLinkToken();
  const startSession = useStartSession();
  const keep = useSave({
    save: async (given: string) => {
      const reply = await call(routes.takeBackDeletion, { body: { token: given } });
      if (reply.signedIn) {
        await startSession(reply);
        if (reply.plan === 'ended') showNews(PLAN_ENDED);
      }
      return reply;
    },
    showsAll: true,
  });

  if (keep.isSuccess && !keep.data.signedIn)
    return (
      <AuthCard
        title="Your account stays"
        lead={`Nothing was deleted. Your scheduled texts stay canceled.${keep.data.plan === 'ended' ? ` ${PLAN_ENDED}` : ''}`}
      >
        <Button component={Link} to={paths.login} fullWidth>
          Sign in
        </Button>
      </AuthCard>
    );
  const error = keep.error instanceof ApiError ? keep.error : null;
  if (token === undefined || error?.code === 'link_invalid')
    return (
      <AuthCard
        title="This link is no longer valid"
        lead="Sign in to see whether your account is still there."
        footer={<BackToSignIn />}
      />
    );
  return (
    <AuthCard
      title="Your account is about to be deleted"
      lead="You asked us to delete it. Until that day, you can keep the account and everything in it."
      footer={<BackToSignIn />}
    >
      {keep.isError && <div role="alert">{error?.message ?? SERVER_ERROR}</div>}
      <Button fullWidth autoFocus loading={keep.isPending} onClick={() => keep.run(token)}>
        Keep my account
      </Button>
    </AuthCard>
  );
}
