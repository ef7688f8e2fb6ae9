import { Button } from '@mantine/core';
import type { Sendability } from '../../../../contract/conversations.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { dateTime } from '../../../lib/dates.ts';
import { conversationWithQuery } from '../conversation-with-query.ts';
import classes from './composer.module.css';

/** The question that unlocks the composer: what it says, and the button that sends it. */
export function AskConsent({
  request: { askedAt, canAsk, body },
  phoneNumber,
  conversationId,
  timezone,
}: {
  request: NonNullable<Sendability['consentRequest']>;
  phoneNumber: string;
  /** Undefined: there is no conversation with them yet. */
  conversationId: string | undefined;
  timezone: string;
}) {
  const ask = useSave({
    save: () =>
      conversationId === undefined
        ? call(routes.askConsentOf, { body: { to: phoneNumber } })
        : call(routes.askConsent, { params: { id: conversationId } }),
    done: 'Asked for consent',
    changes: (queryClient) =>
      loadAgain(
        queryClient,
        routes.getSendability,
        routes.getSendabilityTo,
        routes.listMessages,
        routes.listConversations,
        conversationWithQuery(phoneNumber).queryKey,
      ),
  });
  return (
    <>
      {askedAt !== null && (
        <span>You asked on {dateTime(askedAt, timezone)}. They haven't said yes or no.</span>
      )}
      {canAsk && (
        <>
          <span className={classes.question}>“{body}”</span>
          <Button size="compact-sm" variant="default" loading={ask.isPending} onClick={() => ask.run()}>
            {askedAt === null ? 'Ask for consent' : 'Ask once more'}
          </Button>
        </>
      )}
    </>
  );
}
