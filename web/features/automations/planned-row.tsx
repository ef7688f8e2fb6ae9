import { Badge, Button } from '@mantine/core';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { PlannedText } from '../../../contract/automations.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { changeCached } from '../../lib/api/cache.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { timeOfDay } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import rows from '../../ui/rows.module.css';
import { AttributedText } from '../writing/attributed-text.tsx';
import { answersIn, asksSender, type SendAnswers, SendQuestion } from '../writing/send-question.tsx';
import { statusWords, subjectInWords, theirTime } from './automation-words.ts';
import common from './automations.module.css';
import { plannedChanged } from './automations-query.ts';
import classes from './planned.module.css';

interface Act extends SendAnswers {
  action: 'skip' | 'sendNow';
}

type Pages = InfiniteData<ReplyOutput<typeof routes.listPlanned>>;

export function PlannedRow({
  text,
  user,
  onEdit,
  onDone,
}: {
  text: PlannedText;
  user: User;
  onEdit: () => void;
  /** Something was done with it, and it may go from the list. */
  onDone: () => void;
}) {
  const { candidate, sendAt, timezone, sender, status, reason, edited, subject, can } = text;
  const act = useAct(text, onDone);
  const name = candidateName(candidate);
  const there = theirTime(sendAt, timezone, user.timezone);
  const about = [
    text.automationName,
    subjectInWords(subject, user.timezone),
    sender && sender.seatId !== user.seat?.id && `from ${personName(sender)}`,
  ];
  const { label, color } = statusWords[status];
  const button = { size: 'compact-sm', variant: 'subtle', disabled: act.isPending } as const;
  return (
    <li className={classes.planned}>
      <div className={classes.when}>
        <time dateTime={sendAt}>{timeOfDay(sendAt, user.timezone)}</time>
        {there && <span>{there}</span>}
      </div>
      <div className={rows.what}>
        <div className={rows.headline}>
          <CandidateLink text={text} className={rows.name}>
            {name}
          </CandidateLink>
          <Badge color={color} variant="light" size="sm" tt="none">
            {label}
          </Badge>
          {edited && (
            <Badge variant="default" size="sm" tt="none" fw={500}>
              Edited
            </Badge>
          )}
        </div>
        <p className={common.sentence}>{about.filter(Boolean).join(' · ')}</p>
        {reason && (
          <p className={common.reason} data-held={status === 'held' || undefined}>
            {reason}
          </p>
        )}
        <p className={common.body}>
          <AttributedText body={text.preview} />
        </p>
        {(can.sendNow || can.edit || can.skip) && (
          <div className={classes.actions}>
            {can.sendNow && (
              <Button
                {...button}
                loading={act.isPending && act.variables.action === 'sendNow'}
                aria-label={`Send now to ${name}`}
                onClick={once(() => act.run({ action: 'sendNow' }))}
              >
                Send now
              </Button>
            )}
            {can.edit && (
              <Button {...button} aria-label={`Edit text to ${name}`} onClick={onEdit}>
                Edit text
              </Button>
            )}
            {can.skip && (
              <Button
                {...button}
                color="gray"
                aria-label={`Skip the text to ${name}`}
                onClick={once(() => act.run({ action: 'skip' }))}
              >
                Skip
              </Button>
            )}
          </div>
        )}
        {asksSender(act.error) && can.sendNow && (
          <div className={classes.question}>
            <SendQuestion
              error={act.error}
              given={answersIn(act.variables)}
              candidate={candidate}
              timezone={user.timezone}
              isPending={act.isPending}
              onAnswer={(answers) => act.run({ action: 'sendNow', ...answers })}
            />
          </div>
        )}
      </div>
    </li>
  );
}

/** What was acted on may go, so the second click of a double click would land on the next text. */
const once =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act();
  };

/** To the text where it was sent, or to where they can be texted. */
function CandidateLink({
  text: { conversationId, candidate },
  ...link
}: {
  text: PlannedText;
  className: string | undefined;
  children: string;
}) {
  return conversationId === null ? (
    <Link to={paths.newConversation} search={{ candidateId: candidate.id }} {...link} />
  ) : (
    <Link to={paths.conversation} params={{ conversationId }} {...link} />
  );
}

/** Skipping shows at once. Sending doesn't: the server may find that the candidate can't be texted now. */
function useAct({ id }: PlannedText, onDone: () => void) {
  const queryClient = useQueryClient();
  const put = (changed: Partial<PlannedText>) =>
    changeCached<Pages>(queryClient, [...keyOf(routes.listPlanned), 'pages'], (data) => ({
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === id ? { ...item, ...changed } : item)),
      })),
    }));
  return useSave({
    save: ({ action, ...answers }: Act) =>
      action === 'skip'
        ? call(routes.skipPlanned, { params: { id } })
        : call(routes.sendPlannedNow, { params: { id }, body: answers }),
    showsFields: true,
    onStart: ({ action }) => {
      if (action === 'skip')
        put({ status: 'skipped', can: { skip: false, sendNow: false, edit: false, decide: false } });
    },
    keep: (_, answer) => put(answer),
    changes: (queryClient) => {
      plannedChanged(queryClient);
      onDone();
    },
  });
}
