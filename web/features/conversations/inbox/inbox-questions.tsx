import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../../lib/session/use-me.ts';
import { useOutbox } from '../../messages/outbox.ts';
import { useIsOnHere } from '../../notifications/browser-choice.ts';
import { mayPropose } from '../../notifications/proposal.ts';

const UnsentBanner = lazy(() =>
  import('./unsent-banner.tsx').then((module) => ({ default: module.UnsentBanner })),
);

const NextStepBanner = lazy(() =>
  import('../../start/next-step-banner.tsx').then((module) => ({ default: module.NextStepBanner })),
);

const FirstReplyBanner = lazy(() =>
  import('../../notifications/first-reply-banner.tsx').then((module) => ({
    default: module.FirstReplyBanner,
  })),
);

const StartHereBanner = lazy(() =>
  import('../../start/start-here-banner.tsx').then((module) => ({ default: module.StartHereBanner })),
);

/** Below the rows, so that a question that comes up doesn't move them under a click. */
export function InboxQuestions({
  hasReply,
}: {
  /** A candidate of theirs has written. */
  hasReply: boolean;
}) {
  const { user } = useMe();
  const isOnHere = useIsOnHere(user);
  const unsent = useOutbox().find(
    ({ thread, failure }) => failure && (failure.isGone || thread.startsWith('+')),
  );
  // What is shown stays until it is answered, also beside a list that is empty now.
  const [proposes, setProposes] = useState(false);
  if (!proposes && hasReply && mayPropose(user)) setProposes(true);
  return (
    <Suspense>
      {unsent && <UnsentBanner text={unsent} />}
      {proposes && !isOnHere ? (
        <FirstReplyBanner user={user} onDone={() => setProposes(false)} />
      ) : (
        <>
          <NextStepBanner />
          {hasReply && user.opensWith === null && !user.impersonation && <StartHereBanner />}
        </>
      )}
    </Suspense>
  );
}
