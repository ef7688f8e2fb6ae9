import { useEffect, useRef, useState } from 'react';
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

/** Pictures picked for the next text, uploaded right away so that sending does not wait for them. */
export interface Attachment {
  key: string;
  name: string;
  previewUrl: string;
  progress: number;
  media: Media | null;
  error: string | null;
}

export function useAttachments() {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const [copying, setCopying] = useState(0);
  const uploads = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  /** With what was added since the last render. */
  const latest = useRef<Attachment[]>([]);

  useEffect(() => {
    const running = uploads.current;
    const urls = previews.current;
    return () => {
      for (const upload of running.values()) upload.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  function update(all: Attachment[]) {
    latest.current = all;
    setAttachments(all);
  }

  const change = (key: string, fields: Partial<Attachment>) =>
    update(latest.current.map((one) => (one.key === key ? { ...one, ...fields } : one)));

  function drop(gone: Attachment[]) {
    for (const { key, previewUrl } of gone) {
      uploads.current.get(key)?.abort();
      if (previews.current.delete(previewUrl)) URL.revokeObjectURL(previewUrl);
    }
    update(latest.current.filter((one) => !gone.includes(one)));
  }

  function add(files: Iterable<File>) {
    const all = [...files];
    const room = Math.max(0, MAX_MEDIA_PER_MESSAGE - latest.current.length);
    if (all.length > room) showProblem(`You can attach ${MAX_MEDIA_PER_MESSAGE} pictures at most.`);
    for (const file of all.slice(0, room)) {
      const key = crypto.randomUUID();
      const previewUrl = URL.createObjectURL(file);
      previews.current.add(previewUrl);
      const error = refusalOf(file);
      const name = file.name || 'Picture';
      update([...latest.current, { key, name, previewUrl, progress: 0, media: null, error }]);
      if (!error) void upload(key, file);
    }
  }

  async function upload(key: string, file: File) {
    const abort = new AbortController();
    uploads.current.set(key, abort);
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
      uploads.current.delete(key);
    }
  }

  /** Those of an undone text or a template, which the server has already: all of them, for the person to choose from. */
  function restore(media: Pick<MessageMedia, 'id' | 'contentType' | 'bytes' | 'url'>[]) {
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
    if (restored.length > 0) update([...latest.current, ...restored]);
  }

  /** Those of a template, which are copied at the server first. */
  async function copy(load: () => Promise<Media[]>) {
    setCopying((count) => count + 1);
    try {
      restore(await load());
    } catch (error) {
      showFailure(error);
    } finally {
      setCopying((count) => count - 1);
    }
  }

  const ready = attachments.flatMap((one) => (one.media ? [one.media] : []));
  return {
    attachments,
    add,
    restore,
    copy: (load: () => Promise<Media[]>) => void copy(load),
    remove: (key: string) => drop(latest.current.filter((one) => one.key === key)),
    clear: () => drop(latest.current),
    uploading: copying > 0 || attachments.some((one) => !one.media && !one.error),
    ready,
    /** How many have to go before the text can. */
    excess: Math.max(0, ready.length - MAX_MEDIA_PER_MESSAGE),
    full: attachments.length >= MAX_MEDIA_PER_MESSAGE,
  };
}

function refusalOf(file: File): string | null {
  if (!attachableTypes.some((type) => type === file.type))
    return 'You can send JPEG, PNG and GIF pictures only.';
  if (file.size > MAX_MEDIA_BYTES) return 'Larger than 5 MB.';
  return null;
}
