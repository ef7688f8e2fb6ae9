import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type SimulatedAts,
  SimulatedInterviewInput,
  SimulatedMoveInput,
  SimulatedWebhookInput,
} from '../../../../contract/simulator.ts';
import { Failure, invalidField } from '../../../failure.ts';
import { parsePhone } from '../../../phone.ts';
import { NoSuch } from '../fakes/fake-ats-server.ts';
import { type Hiring, known } from '../fakes/hiring.ts';
import type { Person } from '../fakes/hiring-records.ts';
import { SIMULATED_CREDENTIAL, SIMULATED_PATH } from './credential.ts';
import { INTERVIEWER } from './new-company.ts';
import type { SimulatedGreenhouse } from './simulated-greenhouse.ts';

const Params = z.object({ id: z.string().max(40) });

interface RouteDeps {
  greenhouse: SimulatedGreenhouse;
  /** Without a trailing slash. */
  publicUrl: string;
}

/** The ATS of local mode: its API, as the vendor's own, and what its screen does. Only mounted there: it needs no sign-in. */
export function simulatedAtsRoutes(app: FastifyInstance, { greenhouse, publicUrl }: RouteDeps): void {
  const inCompany = async <T>(work: (hiring: Hiring) => T): Promise<T> => {
    try {
      return await greenhouse.use(({ hiring }) => work(hiring));
    } catch (error) {
      if (error instanceof NoSuch) throw new Failure('not_found');
      throw error;
    }
  };

  app.get('/simulator/ats/company', () => inCompany(present));
  app.get('/simulator/ats/credential', async () => SIMULATED_CREDENTIAL);

  app.post('/simulator/ats/webhooks', async (request, reply) => {
    const { url, secret } = SimulatedWebhookInput.parse(request.body);
    if (!url.startsWith(`${publicUrl}/webhooks/ats/`))
      throw invalidField('url', 'Only webhooks of this server can be added');
    await inCompany((hiring) => {
      hiring.subscriptions = hiring.subscriptions.filter((each) => each.url !== url);
      hiring.subscribe({ url, secret });
    });
    return reply.status(201).send({ status: 'ok' });
  });

  app.post('/simulator/ats/applications/:id/move', (request) => {
    const { id } = Params.parse(request.params);
    const { stageId } = SimulatedMoveInput.parse(request.body);
    return inCompany((hiring) => {
      const application = known(hiring.applications, id);
      if (application.stage.id !== stageId) hiring.move(application, stageId);
      return present(hiring);
    });
  });

  app.post('/simulator/ats/applications/:id/interviews', async (request, reply) => {
    const { id } = Params.parse(request.params);
    const { startsAt, endsAt } = SimulatedInterviewInput.parse(request.body);
    const company = await inCompany((hiring) => {
      const when = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), timezone: 'UTC' };
      hiring.addInterview(
        { title: 'Interview', ...when, interviewer: INTERVIEWER },
        known(hiring.applications, id),
      );
      return present(hiring);
    });
    return reply.status(201).send(company);
  });

  app.delete('/simulator/ats/interviews/:id', (request) => {
    const { id } = Params.parse(request.params);
    return inCompany((hiring) => {
      const interview = known(hiring.interviews, id);
      if (!interview.canceled) hiring.cancelInterview(interview);
      return present(hiring);
    });
  });

  // Where "Open in Greenhouse" leads.
  app.get(`${SIMULATED_PATH}/people/:id`, (request, reply) => {
    const { id } = Params.parse(request.params);
    return reply.redirect(`/simulator/ats?person=${encodeURIComponent(id)}`);
  });
  vendorRoutes(app, greenhouse);
}

/** Everything below its address, with bodies as they came. */
function vendorRoutes(app: FastifyInstance, greenhouse: SimulatedGreenhouse): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.all(`${SIMULATED_PATH}/*`, async (request, reply) => {
      const target = request.url.slice(SIMULATED_PATH.length);
      const { pathname, searchParams } = new URL(target, 'http://greenhouse.invalid');
      const { status, headers, body } = await greenhouse.answer({
        method: request.method,
        target,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      return reply
        .status(status)
        .headers(headers ?? {})
        .send(body);
    });
  });
}

function present(hiring: Hiring): SimulatedAts {
  return {
    jobs: hiring.jobs.map((job) => ({
      id: job.id,
      name: job.name,
      stages: hiring.stagesOf(job).map(({ id, name }) => ({ id, name })),
    })),
    people: hiring.people.map((person) => presentPerson(hiring, person)),
    connections: hiring.subscriptions.length,
  };
}

function presentPerson(hiring: Hiring, person: Person): SimulatedAts['people'][number] {
  const { id, firstName, lastName, emails, phones } = person;
  const [phone = ''] = phones;
  return {
    id,
    firstName,
    lastName,
    email: emails[0] ?? null,
    phoneFormatted: phone,
    phoneNumber: parsePhone(phone),
    applications: hiring.applicationsOf(person).map((application) => ({
      id: application.id,
      jobId: application.job?.id ?? '',
      stageId: application.stage.id,
      interviews: hiring.interviews
        .filter((interview) => interview.application === application && !interview.canceled)
        .map(({ id, startsAt, endsAt }) => ({
          id,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
        })),
    })),
    notes: hiring
      .notesOf(person)
      .map(({ id, body, author, createdAt }) => ({
        id,
        body,
        author: author?.name ?? null,
        createdAt: createdAt.toISOString(),
      }))
      .reverse(),
  };
}
