import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SimulatedAts } from '../../../../contract/simulator.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { paths } from '../../../paths.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { NotFoundScreen } from '../../../ui/not-found-screen.tsx';
import frame from '../simulator-screen.module.css';
import classes from './ats.module.css';
import { PersonRecord } from './person-record.tsx';
import { companyQuery } from './simulated-ats.ts';

const screen = getRouteApi(paths.simulatedAts);

/** The ATS's side: who applied, and what people do with them there. */
export function AtsScreen() {
  const company = useQuery(companyQuery());
  const { person: opened } = screen.useSearch();
  useEffect(() => {
    document.title = 'Simulated Greenhouse · Hiretext';
  }, []);

  if (company.error instanceof ApiError && company.error.status === 404) return <NotFoundScreen />;

  const person = company.data?.people.find(({ id }) => id === opened);
  return (
    <div className={frame.simulator} data-open={person ? true : undefined}>
      <aside className={frame.side} aria-label="People">
        <header className={frame.head}>
          <h1 className={frame.title}>Simulated Greenhouse</h1>
          <p className={frame.lead}>
            An applicant-tracking system to try Hiretext with.{' '}
            <Link to={paths.simulator}>Candidates' phones</Link>
          </p>
        </header>
        {company.isPending ? (
          <p className={frame.note} role="status">
            Loading…
          </p>
        ) : company.data ? (
          <People company={company.data} opened={opened} />
        ) : (
          <LoadFailure what="Simulated Greenhouse" retry={() => void company.refetch()} />
        )}
      </aside>
      <main className={classes.record}>
        {company.data && person ? (
          <PersonRecord key={person.id} person={person} company={company.data} />
        ) : (
          <p className={frame.note}>Pick a person to see their stage, interviews and notes.</p>
        )}
      </main>
    </div>
  );
}

function People({ company, opened }: { company: SimulatedAts; opened: string | undefined }) {
  return (
    <div className={classes.people}>
      {company.connections === 0 && (
        <p className={classes.hint}>
          Hiretext isn't connected yet. Go to <Link to={paths.integrations}>Integrations</Link> and connect
          Greenhouse.
        </p>
      )}
      {company.jobs.map((job) => (
        <section key={job.id} aria-labelledby={`job-${job.id}`}>
          <h2 id={`job-${job.id}`} className={classes.job}>
            {job.name}
          </h2>
          <ul className={classes.list}>
            {company.people.flatMap(({ id, firstName, lastName, applications }) =>
              applications
                .filter(({ jobId }) => jobId === job.id)
                .map(({ id: applicationId, stageId }) => (
                  <li key={applicationId}>
                    <Link
                      to={paths.simulatedAts}
                      search={{ person: id }}
                      className={classes.person}
                      aria-current={id === opened ? 'true' : undefined}
                    >
                      <span className={classes.name}>
                        {firstName} {lastName}
                      </span>
                      <span className={classes.stage}>
                        {job.stages.find((stage) => stage.id === stageId)?.name}
                      </span>
                    </Link>
                  </li>
                )),
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
