import type { FakeClock, NewFakeInterview, NewFakePerson } from './fake-ats.ts';
import { NoSuch } from './fake-ats-server.ts';
import { FakeOutbox, type OutboxEntry } from './fake-outbox.ts';
import type {
  Application,
  Change,
  Entry,
  Hire,
  HiringFacts,
  HiringKind,
  Interview,
  Job,
  Note,
  Person,
  Stage,
  StageFacts,
  Subscription,
  User,
} from './hiring-records.ts';

/* A company that hires: who works there, who applied, and what people do with them. The one model behind all fakes. */

export function known<T extends { id: string }>(
  list: readonly T[],
  id: string | number | undefined,
  what = '',
): T {
  return orNoSuch(
    list.find((each) => each.id === String(id)),
    what,
  );
}

export function orNoSuch<T>(found: T | undefined, what = ''): T {
  if (found === undefined) throw new NoSuch(what);
  return found;
}

export class Hiring {
  readonly clock: FakeClock;
  readonly outbox = new FakeOutbox();
  readonly facts: HiringFacts;
  stages: Stage[] = [];
  users: User[] = [];
  jobs: Job[] = [];
  people: Person[] = [];
  applications: Application[] = [];
  /** For vendors that keep and mark them. */
  deleted: Person[] = [];
  interviews: Interview[] = [];
  hires: Hire[] = [];
  notes: Note[] = [];
  subscriptions: Subscription[] = [];
  /** What the vendor reports of a change, by webhook or otherwise. */
  onChange: (change: Change) => void = () => {};

  constructor(clock: FakeClock, facts: HiringFacts) {
    this.clock = clock;
    this.facts = facts;
    if (!facts.stagesPerJob) this.addStages(facts.stages, null);
  }

  newId = (kind: HiringKind): string => this.facts.newId(kind);

  addStages(stages: readonly StageFacts[], plan: string | null): void {
    const before = this.stages.length;
    const made = stages.map((stage, index) => ({
      id: stage.id ?? this.newId('stage'),
      name: stage.name,
      kind: stage.kind,
      type: stage.type ?? '',
      order: stage.order ?? before + index,
      plan: stage.plan ?? plan,
    }));
    this.stages.push(...made);
  }

  stagesOf(job: Job | null): Stage[] {
    return this.stages
      .filter(({ plan }) => plan === null || plan === (job?.plan ?? null))
      .toSorted((a, b) => a.order - b.order);
  }

  /** Once by email. */
  addUser({ name, email, role = '' }: { name?: string; email: string; role?: string }): User {
    const old = this.users.find((user) => user.email === email);
    if (old !== undefined) return old;
    const user = {
      ...this.#entry('user'),
      name: name ?? email.split('@')[0] ?? '',
      email,
      role,
      active: true,
    };
    this.users.push(user);
    this.onChange({ kind: 'userAdded', user });
    return user;
  }

  addJob(given: {
    name: string;
    hiringManagerEmail?: string;
    status?: string;
    plan?: string;
    extra?: object;
  }): Job {
    const { name, hiringManagerEmail: email, status = '' } = given;
    const manager = email === undefined ? null : this.addUser({ name: 'Mo Díaz', email });
    const entry = this.#entry('job', given.extra);
    const job = { ...entry, name, status, manager, plan: given.plan ?? this.facts.plan ?? entry.id };
    this.jobs.push(job);
    if (this.facts.stagesPerJob) this.addStages(this.facts.stages, job.plan);
    this.onChange({ kind: 'jobAdded', job });
    return job;
  }

  addPerson({ firstName, lastName, email, phones = [], job, stage }: NewFakePerson): Person {
    const entry = this.#entry('person');
    const emails = email === undefined ? [] : [email];
    const person = { ...entry, firstName, lastName, emails, phones };
    const { withoutJob } = this.facts;
    const wanted = job
      ? known(this.jobs, job.externalId)
      : withoutJob === 'job'
        ? this.addJob({ name: 'Any' })
        : null;
    this.people.push(person);
    const applies = wanted !== null || withoutJob === 'application';
    const applications = applies ? [this.#newApplication(person, wanted, stage)] : [];
    this.onChange({ kind: 'personAdded', person, applications });
    for (const application of applications) this.onChange({ kind: 'applied', application });
    return person;
  }

  apply(person: Person, job: Job | null, stage?: string): Application {
    const application = this.#newApplication(person, job, stage);
    this.onChange({ kind: 'applied', application });
    return application;
  }

  #newApplication(person: Person, job: Job | null, stage?: string): Application {
    const stages = this.stagesOf(job);
    const first = stage === undefined ? orNoSuch(stages[0], 'stage') : known(stages, stage, 'stage');
    const entry = this.#entry('application');
    const application: Application = {
      ...entry,
      person,
      job,
      stage: first,
      movedAt: entry.createdAt,
      status: 'active',
    };
    this.applications.push(application);
    return application;
  }

  applicationsOf = (person: Person): Application[] =>
    this.applications.filter((application) => application.person === person);

  changePerson(person: Person, change: Partial<Person>): void {
    this.#change(person, change);
    this.onChange({ kind: 'personChanged', person, applications: this.applicationsOf(person) });
  }

  changeApplication(application: Application, change: Partial<Application>): void {
    this.#change(application, change);
    this.onChange({ kind: 'applicationChanged', application });
  }

  deletePerson(person: Person): void {
    const applications = this.#drop(person);
    this.#change(person, {});
    this.deleted.push(person);
    this.onChange({ kind: 'personDeleted', person, applications });
  }

  mergePeople(person: Person, into: Person): void {
    for (const application of this.applicationsOf(person)) this.#change(application, { person: into });
    this.#drop(person);
    this.#change(into, {});
    this.onChange({ kind: 'peopleMerged', person, into });
  }

  #drop(person: Person): Application[] {
    const applications = this.applicationsOf(person);
    this.people = this.people.filter((each) => each !== person);
    this.applications = this.applications.filter((each) => !applications.includes(each));
    return applications;
  }

  /** Throws where the job has no such stage. */
  move(application: Application, stageId: string): void {
    const from = application.stage;
    const stage = known(this.stagesOf(application.job), stageId, 'stage');
    const status = stage.kind === 'hired' || stage.kind === 'rejected' ? stage.kind : 'active';
    this.#change(application, { stage, status });
    application.movedAt = application.updatedAt;
    this.onChange({ kind: 'moved', application, from });
  }

  addInterview(given: Omit<NewFakeInterview, 'person'>, application: Application): Interview {
    const { title, startsAt, endsAt, timezone, location = null, videoUrl = null } = given;
    const interviewer = this.addUser({ ...given.interviewer, role: 'interviewer' });
    const when = { title, startsAt, endsAt, timezone };
    const entry = this.#entry('interview');
    const interview = { ...entry, application, ...when, interviewer, location, videoUrl, canceled: false };
    this.interviews.push(interview);
    this.onChange({ kind: 'interviewAdded', interview });
    return interview;
  }

  cancelInterview(interview: Interview): void {
    this.#change(interview, { canceled: true });
    this.onChange({ kind: 'interviewCanceled', interview });
  }

  /** Also into the stage for it, where there is one. */
  hire(person: Person, application: Application | null, startsOn: string): Hire {
    const hired = this.stagesOf(application?.job ?? null).find(({ kind }) => kind === 'hired');
    if (application !== null && hired !== undefined && application.stage !== hired)
      this.move(application, hired.id);
    else if (application !== null) this.#change(application, { status: 'hired' });
    const hire = { ...this.#entry('hire'), person, application, startsOn };
    this.hires.push(hire);
    this.onChange({ kind: 'hired', hire, applications: application === null ? [] : [application] });
    return hire;
  }

  addNote(note: Pick<Note, 'person' | 'body'> & Partial<Note>): Note {
    const made = { ...this.#entry('note'), application: null, author: null, ...note };
    this.notes.push(made);
    return made;
  }

  notesOf = (person: Person): Note[] => this.notes.filter((note) => note.person === person);

  subscribe(given: Pick<Subscription, 'url' | 'secret'> & Partial<Subscription>): Subscription {
    const made = { ...this.#entry('subscription'), events: null, active: true, ...given };
    this.subscriptions.push(made);
    return made;
  }

  unsubscribe(id: string | undefined): void {
    const gone = known(this.subscriptions, id, 'webhook');
    this.subscriptions = this.subscriptions.filter((each) => each !== gone);
  }

  /** To everyone who subscribed to it. */
  deliver(
    event: string,
    sign: (subscription: Subscription, at: Date) => ReturnType<OutboxEntry['sign']>,
  ): void {
    for (const subscription of this.subscriptions) {
      const { url, events, active } = subscription;
      const isMeant = active && (events === null || events.includes(event));
      if (isMeant) this.outbox.add({ url, sign: (at) => sign(subscription, at) });
    }
  }

  #entry(kind: HiringKind, extra: object = {}): Entry {
    const at = this.clock.tick();
    return { id: this.newId(kind), createdAt: at, updatedAt: at, extra: { ...extra } };
  }

  #change<T extends Entry>(entry: T, change: Partial<T>): void {
    Object.assign(entry, change, { updatedAt: this.clock.tick() });
  }
}

/** When any of them changed last, for vendors that have one record where there are several here. */
export const lastChange = (...entries: Entry[]): Date =>
  new Date(Math.max(...entries.map(({ updatedAt }) => updatedAt.getTime())));

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

export function firstAndLast(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') };
}
