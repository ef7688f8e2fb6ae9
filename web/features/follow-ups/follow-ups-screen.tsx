import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { whyNotLater } from '../../../contract/coming-time.ts';
import type { FollowUp, OverdueReply } from '../../../contract/follow-ups.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { weekdayAndTime } from '../../lib/dates.ts';
import { showFailure } from '../../lib/notices.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted } from '../../lib/words.ts';
import { clockTime, fieldOf, SKIPPED } from '../../lib/zoned-time.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { showUndo } from '../../ui/undo-notice.tsx';
import { assignAll } from '../assign/assign-all.ts';
import { useHasTeam } from '../assign/assignees.ts';
import { chooseAssignee, useAssigning } from '../assign/assigning.ts';
import { putConversation } from '../messages/conversation-cache.ts';
import { followUpsChanged, followUpsQuery, radarQuery } from './follow-ups-query.ts';
import classes from './follow-ups-screen.module.css';

const AssignDialog = lazy(() =>
  import('../assign/assign-dialog.tsx').then((module) => ({ default: module.AssignDialog })),
);

/** Whom someone promised an answer, and, for admins, who has waited too long for one. */
export function FollowUpsScreen() {
  const { user, account } = useMe();
  const isAdmin = user.userType === 'admin';
  const [whose, setWhose] = useState<'me' | 'all'>('me');
  return (
    <Page title="Follow-ups" lead="Answers that candidates are still to get." width="wide">
      <Section title="People we owe an answer">
        {isAdmin && (
          <SegmentedControl
            size="xs"
            aria-label="Whose promises"
            value={whose}
            onChange={(value) => setWhose(value === 'all' ? 'all' : 'me')}
            data={[
              { value: 'me', label: 'Mine' },
              { value: 'all', label: "Everyone's" },
            ]}
          />
        )}
        <Promises whose={isAdmin ? whose : 'me'} />
      </Section>
      {isAdmin && (
        <Section title={`Waiting longer than ${counted(account.replyPromiseHours, 'working hour')}`}>
          <Radar />
          <Assigning />
        </Section>
      )}
    </Page>
  );
}

function Promises({ whose }: { whose: 'me' | 'all' }) {
  const list = useInfiniteQuery(followUpsQuery(whose));
  const { user } = useMe();
  const now = useNow();
  const [moved, setMoved] = useState<FollowUp | null>(null);
  return (
    <>
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="Promises"
        empty={
          <EmptyState
            icon={<IconChecks size={32} stroke={1.5} />}
            title="No promises to keep"
            text="When you text “I'll let you know by Friday”, choose the reminder below it, and it appears here."
          />
        }
      >
        {(followUps) => (
          <ul className={rows.list} aria-label="Promises">
            {followUps.map((followUp) => (
              <Row
                key={followUp.id}
                conversationId={followUp.conversationId}
                name={candidateName(followUp.candidate)}
                detail={followUp.body}
                when={`${followUp.person.id === user.id ? '' : `${personName(followUp.person) || 'A former colleague'} · `}by ${weekdayAndTime(followUp.dueAt, user.timezone, now)}`}
                isLate={Date.parse(followUp.dueAt) <= now.getTime()}
              >
                <Button size="compact-xs" variant="subtle" onClick={() => setMoved(followUp)}>
                  Reschedule
                </Button>
                <DoneButton followUp={followUp} />
              </Row>
            ))}
          </ul>
        )}
      </PagedList>
      {moved && <RescheduleDialog followUp={moved} onClose={() => setMoved(null)} />}
    </>
  );
}

function DoneButton({ followUp }: { followUp: FollowUp }) {
  const queryClient = useQueryClient();
  const setDone = (done: boolean) =>
    call(routes.updateFollowUp, { params: { id: followUp.id }, body: { done } });
  const finish = useSave({
    save: () => setDone(true),
    changes: followUpsChanged,
    keep: () =>
      showUndo(`Answered ${candidateName(followUp.candidate)}`, () =>
        setDone(false).then(() => followUpsChanged(queryClient), showFailure),
      ),
  });
  return (
    <Button size="compact-xs" variant="default" loading={finish.isPending} onClick={() => finish.run()}>
      Done
    </Button>
  );
}

function RescheduleDialog({ followUp, onClose }: { followUp: FollowUp; onClose: () => void }) {
  const { timezone } = useMe().user;
  const form = useForm({
    initialValues: { dueAt: fieldOf(followUp.dueAt, timezone) },
    validate: {
      dueAt: (field: string) => {
        const { instant } = clockTime(field, timezone);
        if (field === '') return 'Choose a time';
        if (instant === null) return SKIPPED;
        return whyNotLater(Date.parse(instant), Date.now());
      },
    },
  });
  const save = useSave({
    save: ({ dueAt }: { dueAt: string }) =>
      call(routes.updateFollowUp, {
        params: { id: followUp.id },
        body: { dueAt: clockTime(dueAt, timezone).instant ?? followUp.dueAt },
      }),
    form,
    done: 'Promise rescheduled',
    changes: followUpsChanged,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Answer ${candidateName(followUp.candidate)} by`}
      form={form}
      submit="Reschedule"
      isSaving={save.isPending}
      onSubmit={(values) => save.run(values)}
      onClose={onClose}
    >
      <TextInput type="datetime-local" label="When" {...form.getInputProps('dueAt')} />
    </FormDialog>
  );
}

/** 3 working hours, 45 minutes */
const over = (minutes: number) =>
  minutes < 60 ? counted(minutes, 'minute') : counted(Math.floor(minutes / 60), 'working hour');

function Radar() {
  const list = useInfiniteQuery(radarQuery());
  const { user } = useMe();
  const mayAssign = useHasTeam() && !user.impersonation;
  const now = useNow();
  const items = itemsOf(
    list.data && {
      ...list.data,
      pages: list.data.pages.map((page) => ({
        items: page.items.map((item: OverdueReply) => ({ ...item, id: item.conversationId })),
      })),
    },
  );
  return (
    <PagedList
      list={list}
      items={items}
      what="Waiting candidates"
      empty={
        <EmptyState title="Everyone was answered in time" text="Candidates who wait longer appear here." />
      }
    >
      {(overdue) => (
        <ul className={rows.list} aria-label="Waiting too long">
          {overdue.map((item) => (
            <Row
              key={item.id}
              conversationId={item.conversationId}
              name={candidateName(item.candidate)}
              detail={item.assignee ? personName(item.assignee) || 'A former colleague' : 'Unassigned'}
              when={`${over(item.minutesOver)} over · since ${weekdayAndTime(item.waitingSince, user.timezone, now)}`}
              isLate
            >
              {mayAssign && <AssignOverdue conversationId={item.conversationId} />}
            </Row>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** The row has too little of the conversation: it is asked for first. */
function AssignOverdue({ conversationId }: { conversationId: string }) {
  const find = useSave({
    save: () => call(routes.getConversation, { params: { id: conversationId } }),
    keep: (queryClient, conversation) => putConversation(queryClient, conversation, undefined),
    onDone: (conversation) => chooseAssignee([conversation]),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-haspopup="dialog"
      loading={find.isPending}
      onClick={() => find.run()}
    >
      Assign
    </Button>
  );
}

function Assigning() {
  const queryClient = useQueryClient();
  const assigning = useAssigning();
  return (
    assigning.length > 0 && (
      <Suspense>
        <AssignDialog
          conversations={assigning}
          onChoose={(to) => void assignAll(queryClient, assigning, to)}
        />
      </Suspense>
    )
  );
}

function Row({
  conversationId,
  name,
  detail,
  when,
  isLate,
  children,
}: {
  conversationId: string;
  name: string;
  detail: string;
  when: string;
  isLate: boolean;
  children?: React.ReactNode;
}) {
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <Link to={paths.conversation} params={{ conversationId }} className={rows.name}>
            {name}
          </Link>
          <span className={classes.when} data-late={isLate || undefined}>
            {when}
          </span>
        </div>
        <p className={classes.detail}>{detail}</p>
      </div>
      {children && <div className={rows.tools}>{children}</div>}
    </li>
  );
}
