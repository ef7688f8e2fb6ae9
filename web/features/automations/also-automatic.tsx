import { Button, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { DEFAULT_OUT_OF_OFFICE_MESSAGE } from '../../../contract/out-of-office-rules.ts';
import { personName } from '../../../contract/person-name.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { shortcutsQuery } from '../calendars/calendars-query.ts';
import { outOfOfficeQuery } from '../out-of-office/out-of-office-query.ts';
import { periodText } from '../out-of-office/out-of-office-words.ts';
import classes from './automations.module.css';

const OutOfOfficeForm = lazy(() =>
  import('../out-of-office/out-of-office-form.tsx').then((module) => ({ default: module.OutOfOfficeForm })),
);

/** What else answers and fills in by itself, and where that is set. */
export function AlsoAutomatic() {
  return (
    <div className={classes.cards}>
      <OutOfOfficeCard />
      <CalendarsCard />
    </div>
  );
}

function Card({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.cardTitle}>
        {title}
      </h2>
      {children}
      <div>{action}</div>
    </section>
  );
}

function OutOfOfficeCard() {
  const [opened, { open, close }] = useDisclosure();
  const query = useQuery({ ...outOfOfficeQuery(null), meta: { quiet: true } });
  const { data } = query;
  const delegate = data?.delegates.find(({ id }) => id === data.delegateUserId);
  return (
    <Card
      title="Out-of-office reply"
      action={
        <Button variant="default" size="compact-md" onClick={open}>
          Change out of office
        </Button>
      }
    >
      {data ? (
        <>
          <p className={classes.cardText}>
            {periodText(data, data.timezone)}
            {delegate && ` ${personName(delegate)} covers for you.`}
            {!delegate && data.outOfOfficeMessageEnabled && ' No one covers for you.'}
          </p>
          <p className={classes.bubble} data-empty={!data.outOfOfficeMessageEnabled || undefined}>
            {data.outOfOfficeMessage || DEFAULT_OUT_OF_OFFICE_MESSAGE}
          </p>
        </>
      ) : query.isError ? (
        <LoadFailure what="Out of office" retry={() => void query.refetch()} />
      ) : (
        <Skeleton height={80} role="status" aria-busy="true" aria-label="Loading out of office" />
      )}
      <Modal opened={opened} onClose={close} title="Out of office">
        <Suspense fallback={<Skeleton height={240} />}>
          <OutOfOfficeForm />
        </Suspense>
      </Modal>
    </Card>
  );
}

function CalendarsCard() {
  const count = useQuery({ ...shortcutsQuery(), meta: { quiet: true } }).data?.length;
  return (
    <Card
      title="Calendar shortcuts"
      action={
        <Button variant="default" size="compact-md" component={Link} to={paths.calendars}>
          Go to Calendars
        </Button>
      }
    >
      <p className={classes.cardText}>
        {count === 0 && 'You have none yet. '}
        {count !== undefined && count > 0 && `You have ${count}. `}
        Type # and a shortcut in a text, and it becomes the link to book a time with you.
      </p>
    </Card>
  );
}
