import { IconArrowUp, IconPhoto, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { phonesQuery, sendFromPhone, storeFile } from '../simulator-api.ts';
import classes from './phone-composer.module.css';
import { putMessage } from './use-live-phones.ts';

const quickTexts = ['STOP', 'START', 'HELP', 'Who is this?'];
const MAX_LENGTH = 1600;

export function PhoneComposer({ phone, business }: { phone: string; business: string }) {
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const preview = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture]);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const send = useSave({
    save: async ({ body, picture }: { body: string; picture: File | null }) => {
      const mediaUrls = picture ? [(await storeFile(picture)).url] : [];
      return sendFromPhone({ from: phone, to: business, body, mediaUrls });
    },
    keep: async (queryClient, message) => {
      putMessage(queryClient, message);
      await loadAgain(queryClient, phonesQuery().queryKey);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = text.trim();
    if (send.isPending || (!body && !picture)) return;
    send.run({ body, picture }, { onDone: () => clear(text, picture) });
    field.current?.focus();
  }

  /** What was sent goes away; what was typed meanwhile stays. */
  function clear(sentText: string, sentPicture: File | null) {
    setText((current) => (current === sentText ? '' : current));
    setPicture((current) => (current === sentPicture ? null : current));
  }

  return (
    <form className={classes.composer} onSubmit={submit}>
      <div className={classes.quick}>
        {quickTexts.map((body) => (
          <button
            key={body}
            type="button"
            disabled={send.isPending}
            onClick={() => send.run({ body, picture: null })}
          >
            {body}
          </button>
        ))}
      </div>
      {preview && (
        <div className={classes.attached}>
          <img src={preview} alt={picture?.name} />
          <button type="button" aria-label="Remove picture" onClick={() => setPicture(null)}>
            <IconX size={14} />
          </button>
        </div>
      )}
      <div className={classes.row}>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/*"
          aria-label="Picture"
          onChange={(event) => {
            setPicture(event.currentTarget.files?.[0] ?? null);
            event.currentTarget.value = '';
          }}
        />
        <button
          type="button"
          className={classes.attach}
          aria-label="Attach a picture"
          onClick={() => file.current?.click()}
        >
          <IconPhoto size={22} />
        </button>
        <input
          ref={field}
          className={classes.field}
          aria-label="Text message"
          placeholder="Text message"
          autoComplete="off"
          maxLength={MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button
          type="submit"
          className={classes.send}
          aria-label="Send"
          disabled={send.isPending || (!text.trim() && !picture)}
        >
          <IconArrowUp size={18} stroke={2.5} />
        </button>
      </div>
    </form>
  );
}
