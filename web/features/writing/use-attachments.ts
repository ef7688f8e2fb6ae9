import { useEffect, useState } from 'react';
import {
  attachableTypes,
  MAX_MEDIA_BYTES,
  MAX_MEDIA_PER_MESSAGE,
  type Media,
  type MessageMedia,
} from '../../../contract/media.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { uploadMedia } from '../../lib/api/upload.ts';
import { showFailure, showProblem } from '../../lib/notices.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** Pictures picked for the next text, uploaded right away so that sending does not wait for them. */
export interface Attachment {
  key: string;
  name: string;
  previewUrl: string;
  progress: number;
  media: Media | null;
  error: string | null;
}

/** Of one text. They can be added while no one looks, and stay until they are sent or removed. */
export type Attachments = ReturnType<typeof createAttachments>;

export function createAttachments() {
  const store = createStore<{ attachments: readonly Attachment[]; copying: number }>({
    attachments: [],
    copying: 0,
  });
  const uploads = new Map<string, AbortController>();

  const update = (next: (all: readonly Attachment[]) => readonly Attachment[]) =>
    store.set({ ...store.get(), attachments: next(store.get().attachments) });

  const change = (key: string, fields: Partial<Attachment>) =>
    update((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));

  function drop(fits: (one: Attachment) => boolean) {
    for (const { key, previewUrl } of store.get().attachments.filter(fits)) {
      uploads.get(key)?.abort();
      // Does nothing for pictures that the server has.
      URL.revokeObjectURL(previewUrl);
    }
    update((all) => all.filter((one) => !fits(one)));
  }

  function add(files: Iterable<File>) {
    const all = [...files];
    const room = Math.max(0, MAX_MEDIA_PER_MESSAGE - store.get().attachments.length);
    if (all.length > room) showProblem(`You can attach ${MAX_MEDIA_PER_MESSAGE} pictures at most.`);
    for (const file of all.slice(0, room)) {
      const key = crypto.randomUUID();
      const error = refusalOf(file);
      const name = file.name || 'Picture';
      const previewUrl = URL.createObjectURL(file);
      update((others) => [...others, { key, name, previewUrl, progress: 0, media: null, error }]);
      if (!error) void upload(key, file);
    }
  }

  async function upload(key: string, file: File) {
    const abort = new AbortController();
    uploads.set(key, abort);
    try {
      const media = await uploadMedia(file, {
        onProgress: (progress) => change(key, { progress }),
        signal: abort.signal,
      });
      change(key, { media, progress: 1 });
    } catch (error) {
      if (abort.signal.aborted) return;
      change(key, {
        error: error instanceof ApiError ? error.message : "This picture couldn't be uploaded.",
      });
    } finally {
      uploads.delete(key);
    }
  }

  /** Those of an undone text or a template, which the server has already: all of them, for the person to choose from. */
  function restore(media: readonly Pick<MessageMedia, 'id' | 'contentType' | 'bytes' | 'url'>[]) {
    const stored = media.flatMap(({ id, contentType, bytes, url }) =>
      url ? [{ id, contentType, bytes: bytes ?? 0, url }] : [],
    );
    const restored = stored.map((one) => ({
      key: one.id,
      name: 'Picture',
      previewUrl: one.url,
      progress: 1,
      media: one,
      error: null,
    }));
    if (restored.length > 0) update((all) => [...all, ...restored]);
  }

  const count = (change: number) => store.set({ ...store.get(), copying: store.get().copying + change });

  /** Those of a template, which are copied at the server first. */
  async function copy(load: () => Promise<Media[]>) {
    count(1);
    try {
      restore(await load());
    } catch (error) {
      showFailure(error);
    } finally {
      count(-1);
    }
  }

  return {
    store,
    add,
    restore,
    copy: (load: () => Promise<Media[]>) => void copy(load),
    remove: (key: string) => drop((one) => one.key === key),
    clear: () => drop(() => true),
  };
}

export function useAttachments(of: Attachments) {
  const { attachments, copying } = useStore(of.store);
  const ready = attachments.flatMap((one) => (one.media ? [one.media] : []));
  return {
    ...of,
    attachments,
    uploading: copying > 0 || attachments.some((one) => !one.media && !one.error),
    ready,
    /** How many have to go before the text can. */
    excess: Math.max(0, ready.length - MAX_MEDIA_PER_MESSAGE),
    full: attachments.length >= MAX_MEDIA_PER_MESSAGE,
  };
}

/** Those of a form, which go with it. */
export function useOwnAttachments(initial: Parameters<Attachments['restore']>[0] = []) {
  const [{ own, restored }] = useState(() => ({ own: createAttachments(), restored: initial }));
  useEffect(() => {
    own.restore(restored);
    return own.clear;
  }, [own, restored]);
  return useAttachments(own);
}

function refusalOf(file: File): string | null {
  if (!attachableTypes.some((type) => type === file.type))
    return 'You can send JPEG, PNG and GIF pictures only.';
  if (file.size > MAX_MEDIA_BYTES) return 'Larger than 5 MB.';
  return null;
}
