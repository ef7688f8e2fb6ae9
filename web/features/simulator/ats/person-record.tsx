import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { SimulatedAts } from '../../../../contract/simulator.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { dateTime, dayAndTime } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import classes from './ats.module.css';
import {
  addInterview,
  cancelInterview,
  companyQuery,
  moveThere,
  type SimulatedApplication,
  type SimulatedPerson,
} from './simulated-ats.ts';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const LASTS_MS = 30 * 60_000;

/** Answers with the whole company. */
function useWork<Input>(save: (input: Input) => Promise<SimulatedAts>) {
  return useSave({
    save,
    inTurn: 'simulated ATS',
    keep: (queryClient, company) => queryClient.setQueryData(companyQuery().queryKey, company),
  });
}

/** What the ATS knows of one person. */
export function PersonRecord({ person, company }: { person: SimulatedPerson; company: SimulatedAts }) {
  const { firstName, lastName, email, phoneFormatted, phoneNumber, applications, notes } = person;
  return (
    <article className={classes.card} aria-labelledby="person">
      <Link to={paths.simulatedAts} className={classes.back}>
        <IconChevronLeft size={14} aria-hidden /> People
      </Link>
      <h2 id="person" className={classes.title}>
        {firstName} {lastName}
      </h2>
      <p className={classes.contact}>
        {email}
        {phoneNumber && (
          <Link to={paths.simulator} search={{ phone: phoneNumber }}>
            {phoneFormatted}
          </Link>
        )}
      </p>
      {applications.map((application) => {
        const job = company.jobs.find(({ id }) => id === application.jobId);
        return job && <Application key={application.id} application={application} job={job} />;
      })}
      <section aria-labelledby="notes">
        <h3 id="notes" className={classes.heading}>
          Notes
        </h3>
        {notes.length === 0 ? (
          <p className={classes.none}>No notes yet. Texts from Hiretext appear here.</p>
        ) : (
          <ul className={classes.list}>
            {notes.map(({ id, body, author, createdAt }) => (
              <li key={id} className={classes.note}>
                <p className={classes.by}>
                  {author ?? 'Hiretext'} · {dateTime(createdAt, here)}
                </p>
                <p className={classes.body}>{body}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
}

function Application({
  application: { id, stageId, interviews },
  job,
}: {
  application: SimulatedApplication;
  job: SimulatedAts['jobs'][number];
}) {
  const stage = useId();
  const move = useWork((next: string) => moveThere(id, next));
  const cancel = useWork(cancelInterview);
  return (
    <>
      <section className={classes.field}>
        <label htmlFor={stage}>Stage for {job.name}</label>
        <select
          id={stage}
          value={move.isPending ? move.variables : stageId}
          onChange={(event) => move.run(event.currentTarget.value)}
        >
          {job.stages.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      </section>
      <section aria-labelledby={`interviews-${id}`}>
        <h3 id={`interviews-${id}`} className={classes.heading}>
          Interviews
        </h3>
        {interviews.length > 0 && (
          <ul className={classes.list}>
            {interviews.map((interview) => (
              <li key={interview.id} className={classes.interview}>
                {dayAndTime(interview.startsAt, here)}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Cancel the interview on ${dayAndTime(interview.startsAt, here)}`}
                  onClick={() => cancel.run(interview.id)}
                >
                  Cancel
                </Button>
              </li>
            ))}
          </ul>
        )}
        <NewInterview applicationId={id} />
      </section>
    </>
  );
}

/** Tomorrow at 10:00, as `datetime-local` has it. */
function tomorrow(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${day.join('-')}T10:00`;
}

function NewInterview({ applicationId }: { applicationId: string }) {
  const [starts, setStarts] = useState(tomorrow);
  const add = useWork((startsAt: Date) =>
    addInterview(applicationId, {
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + LASTS_MS).toISOString(),
    }),
  );
  const at = new Date(starts);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!Number.isNaN(at.getTime())) add.run(at);
      }}
    >
      <label className={classes.field}>
        Starts
        <input
          type="datetime-local"
          required
          value={starts}
          onChange={(event) => setStarts(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" variant="default" loading={add.isPending}>
        Add interview
      </Button>
      <p className={classes.hint}>
        Greenhouse doesn't announce interviews. Hiretext finds new ones within 5 minutes, or when you click
        Sync now in Integrations.
      </p>
    </form>
  );
}
