import assert from 'node:assert/strict';
import { API_BASE } from '../contract/api.ts';
import type { FailureCode } from '../contract/failure.ts';
import * as routes from '../contract/routes.ts';
import {
  type Asked,
  maySee,
  openThread,
  optOut,
  type Person,
  receive,
  type Seat,
  type Thread,
  threadWith,
  writeIn,
} from './model.ts';
import type { Choose } from './step.ts';
import { ask, idsOf, isBusy, settle, signedIn, type Upload, type World } from './world.ts';

/* What people and candidates do with texts. */

const threads = ({ companies }: World): Thread[] => companies.flatMap((company) => company.threads);
const seats = ({ companies }: World): Seat[] => companies.flatMap((company) => company.seats);
/** Mostly the first phone is texted, so that a lot happens in few threads. */
const isUsual =
  (world: World) =>
  (phone: string): boolean =>
    phone === world.phones[0];
const isOptedOut = ({ company }: Seat, phone: string | undefined): boolean =>
  phone !== undefined && company.optedOut.has(phone);
const nameOf = ({ seat, phone }: Thread) => `the thread of ${seat.number} and ${phone}`;

type Target = { to: string } | { candidateId: string } | { conversationId: string };

interface Sending {
  person: Person;
  target: Target;
  /** From where and to whom it goes. */
  place: { seat: Seat; phone: string };
  /** What stands against it already. */
  refusal?: FailureCode | null;
  upload?: Upload | undefined;
}

async function send(world: World, { person, target, place, refusal = null, upload }: Sending): Promise<void> {
  const { seat, phone } = place;
  const { company } = seat;
  const known = threadWith(seat, phone);
  const unusable = upload !== undefined && (upload.owner !== person || upload.isUsed) ? 'invalid' : null;
  const stopped = company.optedOut.has(phone) ? 'opted_out' : known?.isHeld ? 'conversation_held' : null;
  const body = `Text ${world.steps.length}`;
  const reply = await ask(
    world,
    person,
    routes.sendMessage,
    { body: { ...target, body, ...(upload ? { mediaIds: [upload.id] } : {}) } },
    refusal ?? stopped ?? unusable,
  );
  if (reply === null) return;
  const thread = openThread(seat, phone, await idsOf(world, seat, phone));
  assert.equal(reply.conversationId, thread.id);
  writeIn(thread, { at: world.steps.length, body });
  if (upload) upload.isUsed = true;
  if (!world.blocked.has(`${seat.number} ${phone}`)) {
    world.sent.push({ from: seat.number, to: phone, body, pictures: upload ? 1 : 0 });
    return;
  }
  // The carrier knows about a STOP to this number, and reports it.
  await settle(world);
  optOut(company, phone);
}

const text: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  const phone = pick(world.phones, isUsual(world));
  const upload = pick([undefined, ...world.uploads]);
  if (!person?.seat || phone === undefined || person.company.deleted.has(phone)) return null;
  const place = { seat: person.seat, phone };
  return {
    say: `${person.name} texts ${phone}${upload ? ` with the picture of ${upload.owner.name}` : ''}`,
    run: () => send(world, { person, target: { to: phone }, place, upload }),
  };
};

const textCandidate: Choose = (world, pick) => {
  const person = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const company = pick(world.companies, (each) => each === person?.company);
  const [phone, candidateId] = pick([...(company?.candidates ?? [])]) ?? [];
  if (!person?.seat || phone === undefined || candidateId === undefined) return null;
  const refusal = person.company === company ? null : 'not_found';
  const place = { seat: person.seat, phone };
  return {
    say: `${person.name} texts ${company?.name}'s candidate ${phone}`,
    run: () => send(world, { person, target: { candidateId }, place, refusal }),
  };
};

const textInThread: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  const thread = pick(threads(world), (each) => person !== undefined && maySee(person, each));
  if (!person || !thread) return null;
  const refusal = maySee(person, thread) ? null : 'not_found';
  return {
    say: `${person.name} texts in ${nameOf(thread)}`,
    run: () => send(world, { person, target: { conversationId: thread.id }, place: thread, refusal }),
  };
};

const receiving =
  (words: string | null, asked: Asked): Choose =>
  (world, pick) => {
    const phone = pick(world.phones, isUsual(world));
    const seat = pick(seats(world), (each) => isBusy(each) && (asked !== 'start' || isOptedOut(each, phone)));
    if (phone === undefined || seat === undefined || seat.company.deleted.has(phone)) return null;
    const body = words ?? `Reply ${world.steps.length}`;
    return {
      say: `${phone} texts ${seat.number} of ${seat.holder?.name ?? seat.company.name}: ${body}`,
      run: async () => {
        // A STOP that overtakes a text is different: the sender can't know about it.
        await settle(world);
        const { answer } = await world.app.twilio.control.inbound(phone, seat.number, body);
        assert.equal(answer.status, 200);
        await settle(world);
        const thread = openThread(seat, phone, await idsOf(world, seat, phone));
        receive(thread, { at: world.steps.length, body }, asked);
        if (asked === 'stop') world.blocked.add(`${seat.number} ${phone}`);
        if (asked === 'start') world.blocked.delete(`${seat.number} ${phone}`);
      },
    };
  };

const changing =
  (verb: string, route: typeof routes.readConversation, change: (thread: Thread) => void): Choose =>
  (world, pick) => {
    const person = pick(signedIn(world), isBusy);
    const thread = pick(threads(world), (each) => person !== undefined && maySee(person, each));
    if (!person || !thread) return null;
    return {
      say: `${person.name} ${verb} ${nameOf(thread)}`,
      run: async () => {
        const refusal = maySee(person, thread) ? null : 'not_found';
        await ask(world, person, route, { params: { id: thread.id } }, refusal);
        if (refusal === null) change(thread);
      },
    };
  };

const review: Choose = (world, pick) => {
  const thread = pick(threads(world), ({ isHeld }) => isHeld);
  const person = pick(signedIn(world), (each) => thread !== undefined && maySee(each, thread));
  const isOptOut = pick([false, true]);
  if (!person || !thread || isOptOut === undefined) return null;
  return {
    say: `${person.name} reviews ${nameOf(thread)}: ${isOptOut ? 'stop' : 'go on'}`,
    run: async () => {
      const refusal = !maySee(person, thread) ? 'not_found' : thread.isHeld ? null : 'not_held';
      const input = { params: { id: thread.id }, body: { optOut: isOptOut } };
      await ask(world, person, routes.reviewHold, input, refusal);
      if (refusal !== null) return;
      thread.isHeld = false;
      if (isOptOut) optOut(thread.seat.company, thread.phone);
    },
  };
};

const addCandidate: Choose = (world, pick) => {
  const person = pick(signedIn(world), isBusy);
  const phone = pick(world.phones, isUsual(world));
  if (!person || phone === undefined || person.company.deleted.has(phone)) return null;
  const { candidates } = person.company;
  return {
    say: `${person.name} adds ${phone}`,
    run: async () => {
      const body = { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone };
      const refusal = candidates.has(phone) ? 'candidate_exists' : null;
      const added = await ask(world, person, routes.createCandidate, { body }, refusal);
      if (added) candidates.set(phone, added.id);
    },
  };
};

/** In a company, only admins do it here: the rules for others aren't modeled. */
const deleteCandidate: Choose = (world, pick) => {
  const person = pick(signedIn(world), (each) => each.isAdmin && isBusy(each));
  const company = pick(world.companies, (each) => each === person?.company);
  const [phone, id] = pick([...(company?.candidates ?? [])], ([each]) => !isUsual(world)(each)) ?? [];
  if (!person || !company || phone === undefined || id === undefined) return null;
  const isOurs = person.company === company;
  if (isOurs && !person.isAdmin) return null;
  return {
    say: `${person.name} deletes ${company.name}'s candidate ${phone}`,
    run: async () => {
      await settle(world);
      await ask(world, person, routes.deleteCandidate, { params: { id } }, isOurs ? null : 'not_found');
      if (!isOurs) return;
      company.candidates.delete(phone);
      company.deleted.add(phone);
      company.threads = company.threads.filter((thread) => thread.phone !== phone);
    },
  };
};

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const upload: Choose = (world, pick) => {
  const owner = pick(signedIn(world), isBusy);
  if (!owner) return null;
  return {
    say: `${owner.name} uploads a picture`,
    run: async () => {
      const form = new FormData();
      form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
      const answer = await fetch(world.app.url + API_BASE + routes.uploadMedia.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.tokens[0]}` },
        body: form,
      });
      const { id } = routes.uploadMedia.reply.parse(await answer.json());
      world.uploads.push({ id, owner, isUsed: false });
    },
  };
};

/** What happens all day. */
export const usualSteps = { text, textInThread, reply: receiving(null, null) };

export const textingSteps = {
  textCandidate,
  stop: receiving('STOP', 'stop'),
  start: receiving('START', 'start'),
  hold: receiving('please stop texting me', 'hold'),
  review,
  read: changing('reads', routes.readConversation, (thread) => {
    thread.unread = 0;
  }),
  archive: changing('archives', routes.archiveConversation, (thread) => {
    thread.isArchived = true;
  }),
  unarchive: changing('unarchives', routes.unarchiveConversation, (thread) => {
    thread.isArchived = false;
  }),
  addCandidate,
  deleteCandidate,
  upload,
};
