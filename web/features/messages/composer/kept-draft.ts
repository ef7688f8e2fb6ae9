import type { KeptDraft } from '../../../../contract/kept-drafts.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { keepBase, readBase } from '../../../lib/forms/drafts.ts';
import type { Writing } from './writing.ts';

/** After the last key. */
export const PAUSE_MS = 1000;
const RETRY_MS = 15_000;

const NOTHING = { body: '', mediaIds: [] };

type Content = Pick<KeptDraft, 'body' | 'mediaIds'>;

const isSame = (one: Content, other: Content) =>
  one.body === other.body && one.mediaIds.join() === other.mediaIds.join();

/**
 * Keeps at the server what is written in a conversation, and takes over what was written on another device. What is typed here and
 * not kept yet is never replaced: it goes on top of what the server has.
 */
export function createKeptDraft(
  writing: Writing,
  {
    userId,
    conversationId,
    onKept,
  }: { userId: string; conversationId: string; onKept: (kept: KeptDraft) => void },
) {
  /** What this browser last knew the server to have. */
  let base = readBase(userId, conversationId);
  /** What the server has is newer than the base, or isn't known. */
  let version: number | null = null;
  let isSending = false;
  /** A text that was sent may have emptied at the server what was written here since. */
  let keepsLocal = false;
  let isSaving = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: KeptDraft | null = null;

  const here = (): Content => ({
    body: writing.store.get().text,
    mediaIds: writing.attachments.store.get().attachments.flatMap(({ media }) => (media ? [media.id] : [])),
  });

  function knows({ body, mediaIds }: Content, at: number) {
    version = at;
    base = { body, mediaIds, version: at };
    keepBase(userId, conversationId, base);
  }

  /** What the server has, as far as is known here. */
  function reconcile(kept: KeptDraft) {
    if (isSaving) {
      latest = kept;
      return;
    }
    if (version !== null && kept.version < version) return;
    // Attachments don't outlast the page, except at the server.
    if (version === null && base?.version === kept.version && here().mediaIds.length === 0)
      writing.attachments.restore(kept.media);
    const local = here();
    const isUntouched = isSame(local, {
      ...(base ?? NOTHING),
      ...(version === null && { mediaIds: local.mediaIds }),
    });
    const isMine = isSending || keepsLocal;
    keepsLocal = false;
    if (isSame(local, kept)) return knows(local, kept.version);
    if (isUntouched && kept.version > (base?.version ?? -1) && !isMine) {
      knows(kept, kept.version);
      writing.adopt(kept.body, kept.media);
      return;
    }
    version = kept.version;
    later(PAUSE_MS);
  }

  function later(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    // The server's version comes first: its answer schedules what is to be kept.
    if (version === null || isSaving) return;
    const content = here();
    if (base !== null && base.version === version && isSame(content, base)) return;
    isSaving = true;
    try {
      const kept = await call(routes.saveKeptDraft, {
        params: { id: conversationId },
        body: { ...content, baseVersion: version },
      });
      knows(content, kept.version);
      onKept(kept);
    } catch (error) {
      const current = error instanceof ApiError && error.code === 'draft_changed' && currentOf(error);
      if (current) {
        version = current.version;
        if (isSame(here(), current)) knows(here(), current.version);
      } else if (!(error instanceof ApiError) || [0, 429, 502, 503, 504].includes(error.status)) {
        if (!isClosed) later(RETRY_MS);
        return;
      } else {
        // It stays here, such as when it's too long.
        return;
      }
    } finally {
      isSaving = false;
    }
    const seen = latest;
    latest = null;
    if (seen) reconcile(seen);
    if (base !== null && base.version === version && isSame(here(), base)) return;
    if (isClosed) void save();
    else later(PAUSE_MS);
  }

  const changed = () => {
    if (base === null || !isSame(here(), base)) later(PAUSE_MS);
  };
  const hide = () => {
    if (document.visibilityState === 'hidden') void save();
  };
  const unsubscribe = [writing.store.subscribe(changed), writing.attachments.store.subscribe(changed)];
  document.addEventListener('visibilitychange', hide);

  return {
    reconcile,
    /** A text of this browser is on its way, or no longer. */
    sending(now: boolean) {
      if (isSending && !now) keepsLocal = true;
      isSending = now;
    },
    close() {
      isClosed = true;
      for (const stop of unsubscribe) stop();
      document.removeEventListener('visibilitychange', hide);
      void save();
    },
  };
}

/** As the contract says of this refusal. */
const currentOf = ({ details }: ApiError) => (details?.current ?? null) as KeptDraft | null;
