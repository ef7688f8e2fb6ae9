import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Where the mail leads that announces that staff are about to remove the second step. */
export function KeepSecondStepScreen() {
  const token = useLinkToken();
  const keep = useSave({
    save: (given: string) => call(routes.keepSecondStep, { body: { token: given } }),
    showsAll: true,
  });
  if (keep.isSuccess)
    return (
      <AuthCard
        title="Your second step stays"
        lead="You'll need it to sign in, as before. If you don't know who asked to remove it, set a new password too."
        footer={<BackToSignIn />}
      >
        <Button component={Link} to={paths.resetPassword} fullWidth>
          Set a new password
        </Button>
      </AuthCard>
    );
  const error = keep.error instanceof ApiError ? keep.error : null;
  if (token === undefined || error?.code === 'link_invalid')
    return (
      <AuthCard
        title="This link is no longer valid"
        lead="It was already used, or it expired. Sign in to see whether two-factor authentication is on."
        footer={<BackToSignIn />}
      />
    );
  return (
    <AuthCard
      title="Keep your second step?"
      lead="Hiretext support was asked to turn off your two-factor authentication. If that wasn't you, keep it."
      footer={<BackToSignIn />}
    >
      {keep.isError && <div role="alert">{error?.message ?? SERVER_ERROR}</div>}
      <Button fullWidth autoFocus loading={keep.isPending} onClick={() => keep.run(token)}>
        Keep my second step
      </Button>
    </AuthCard>
  );
}
