import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { type Recipient, recipientOf } from '../../recipients/recipient.ts';
import { RecipientPicker } from '../../recipients/recipient-picker.tsx';
import { BackToConversations } from '../conversation/back-to-conversations.tsx';
import classes from '../conversation/conversation-screen.module.css';
import { NewText } from './new-text.tsx';

const screen = getRouteApi(paths.newConversation);

/** To whom, then what. `?candidateId=` comes with the answer to the first. */
export function NewConversationScreen() {
  const { candidateId } = screen.useSearch();
  const { user } = useMe();
  const [picked, setPicked] = useState<Recipient | null>(null);
  const linked = useQuery({
    ...routeQuery(routes.getCandidate, { params: { id: candidateId ?? '' } }),
    enabled: candidateId !== undefined,
  });
  const recipient = picked ?? (linked.data ? recipientOf(linked.data) : null);
  return (
    <div className={classes.conversation}>
      <header className={classes.header}>
        <BackToConversations />
        <h1 className={classes.name}>{titleOf(recipient)}</h1>
      </header>
      {recipient ? <NewText recipient={recipient} user={user} /> : <RecipientPicker onPick={setPicked} />}
    </div>
  );
}

function titleOf(recipient: Recipient | null): string {
  if (recipient === null) return 'New conversation';
  // Nothing that can't be done.
  return recipient.candidate?.consent.status === 'optedOut' ? recipient.name : `Text ${recipient.name}`;
}
