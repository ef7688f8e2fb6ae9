import type { Media } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { joinDrafts, keepDraft, type Origin, readDraft, readOrigin } from '../../../lib/forms/drafts.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { createStore } from '../../../lib/store.ts';
import { asCounted } from '../../calendars/short-links.ts';
import { createAttachments } from '../../writing/use-attachments.ts';
import { chooseKind } from './kind.ts';
import { type Problem, problemOf } from './problem.ts';

interface Written {
  text: string;
  origin: Origin;
  /** Why the last text came back. */
  problem: Problem | null;
}

/** A text as it was sent, in case it comes back. */
interface Sent {
  body: string;
  draftId: string | undefined;
  /** With the sample for its short links. */
  counted: string;
  sample: string | null;
}

/** What is being written in a thread: in its composer or, while that isn't on the screen, in its draft. */
function createWriting(thread: string) {
  const store = createStore<Written>({ text: '', origin: {}, problem: null });
  const attachments = createAttachments();
  let composer: { userId: string; field: HTMLTextAreaElement | null } | null = null;
  let sent: Sent | null = null;
  /** Where the next text wants the caret. */
  const caret = { current: null as number | null };

  function write(text: string, { at, origin }: { at?: number | undefined; origin?: Origin } = {}) {
    const next = text.trim() === '' ? {} : (origin ?? store.get().origin);
    if (at !== undefined) caret.current = at;
    store.set({ text, origin: next, problem: null });
    if (composer) keepDraft(composer.userId, thread, text, next);
  }

  /** Above what has been written since. */
  function takeBack(
    userId: string,
    body: string,
    origin: Origin,
    media: readonly (Media | Message['media'][number])[],
  ) {
    attachments.restore(media);
    if (composer) write(joinDrafts(body, store.get().text), { at: body.length, origin });
    else keepDraft(userId, thread, joinDrafts(body, readDraft(userId, thread)), origin);
  }

  const edit = (userId: string, { body, templateId, draftId, media }: RefusedText) =>
    takeBack(userId, body, { draftId, template: templateOf(templateId, body) }, media);

  const warn = (problem: Problem) => store.set({ ...store.get(), problem });

  return {
    store,
    attachments,
    caret,
    write,
    /** What was written on another device, in the place of what was here. */
    adopt(text: string, media: readonly Message['media'][number][]) {
      attachments.clear();
      attachments.restore(media);
      write(text, { origin: {} });
    },
    /** From the draft: another tab may have written meanwhile. */
    open(userId: string) {
      store.set({ text: readDraft(userId, thread), origin: readOrigin(userId, thread), problem: null });
    },
    attach(userId: string, field: HTMLTextAreaElement | null) {
      composer = { userId, field };
      return () => {
        composer = null;
      };
    },
    warn,
    sent(text: Sent) {
      sent = text;
      write('');
      attachments.clear();
    },
    giveBack(userId: string, { body, templateId, media }: Message) {
      const own = sent !== null && sent.counted === asCounted(body, sent.sample) ? sent : null;
      const words = own?.body ?? body;
      takeBack(userId, words, { draftId: own?.draftId, template: templateOf(templateId, words) }, media);
    },
    edit,
    refuse(text: RefusedText, error: ApiError): boolean {
      if (!composer) return false;
      edit(composer.userId, text);
      warn(problemOf(error));
      return true;
    },
    focus: () => composer?.field?.focus(),
  };
}

const templateOf = (id: string | null | undefined, text: string) => (id ? { id, text } : undefined);

export type Writing = ReturnType<typeof createWriting>;

const threads = new Map<string, Writing>();

onSessionEnd(() => {
  for (const { attachments } of threads.values()) attachments.clear();
  threads.clear();
});

/** A thread is a conversation, by its id, or a number with which there is none yet. */
export function writingIn(thread: string): Writing {
  const writing = threads.get(thread) ?? createWriting(thread);
  threads.set(thread, writing);
  return writing;
}

/** Puts an undone text back to where it was written. */
export function giveBack(userId: string, message: Message): void {
  writingIn(message.conversationId).giveBack(userId, message);
}

/** Moves to the composer, to text back someone who called. */
export function textBack(conversationId: string): void {
  chooseKind(conversationId, 'text');
  writingIn(conversationId).focus();
}

interface RefusedText {
  thread: string;
  body: string;
  media: Media[];
  templateId?: string | undefined;
  draftId?: string | undefined;
}

/** Puts a text that the server refused back to where it was written. */
export function editRefused(userId: string, text: RefusedText): void {
  writingIn(text.thread).edit(userId, text);
}

/** Puts a text that has to be changed before it can go out back into the composer of its thread, where that is open. */
export function isTakenBack(text: RefusedText, error: ApiError): boolean {
  return writingIn(text.thread).refuse(text, error);
}
