import { ActionIcon, Button, Popover, Skeleton, Textarea, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoodSmile, IconPhotoPlus, IconSend2 } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { attachableTypes, type Media } from '../../../../contract/media.ts';
import { MAX_BODY_LENGTH, type Message } from '../../../../contract/messages.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { DraftButton } from '../../drafts/draft-button.tsx';
import { AttachmentList } from './attachment-list.tsx';
import classes from './composer.module.css';
import { SegmentCounter } from './segment-counter.tsx';
import { useAttachments } from './use-attachments.ts';

const EmojiPicker = lazy(() =>
  import('./emoji-picker.tsx').then((module) => ({ default: module.EmojiPicker })),
);

export interface TextEditorHandle {
  giveBack: (message: Message) => void;
  focus: () => void;
}

/** Where every text to a candidate is written. */
export function TextEditor({
  ref,
  to,
  conversationId,
  initialText,
  onTextChange,
  suggestion,
  hint,
  sendLabel,
  autoFocus = false,
  onSend,
}: {
  ref?: Ref<TextEditorHandle>;
  to: string;
  /** None yet for a first text. */
  conversationId?: string | undefined;
  initialText: string;
  onTextChange: (text: string) => void;
  suggestion?: { text: string; caret: number } | undefined;
  hint?: string | undefined;
  sendLabel: string;
  autoFocus?: boolean;
  onSend: (body: string, media: Media[]) => void;
}) {
  const [text, setText] = useState(initialText);
  const [picking, setPicking] = useState(false);
  const [dragging, setDragging] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const pictures = useAttachments();
  // Without a keyboard, Enter is the only way to a new line.
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) ?? false;

  const nextCaret = useRef<number | null>(autoFocus ? initialText.length : null);
  // With the new text in place and before the next key is pressed.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  function write(next: string, caret?: number) {
    setText(next);
    onTextChange(next);
    if (caret !== undefined) nextCaret.current = caret;
  }

  useImperativeHandle(ref, () => ({
    giveBack(message) {
      const next = text.trim() === '' ? message.body : `${message.body}\n${text}`;
      write(next, message.body.length);
      pictures.restore(message.media);
    },
    focus: () => field.current?.focus(),
  }));

  const body = text.trim();
  const sendable =
    (body !== '' || pictures.ready.length > 0) && body.length <= MAX_BODY_LENGTH && !pictures.uploading;

  function send() {
    if (!sendable) return;
    onSend(body, pictures.ready);
    write('');
    pictures.clear();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // So that the keys are shortcuts again.
    if (event.key === 'Escape') focusScreen();
    // While an input method composes a character, Enter confirms it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (touch && !event.metaKey && !event.ctrlKey) return;
    event.preventDefault();
    send();
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    pictures.add(event.clipboardData.files);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setDragging(false);
    pictures.add(event.dataTransfer.files);
  }

  function insert(emoji: string) {
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + emoji + text.slice(field.current?.selectionEnd ?? at), at + emoji.length);
    setPicking(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has the attach button as its twin
    <div
      className={classes.composer}
      data-dragging={dragging || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={onDrop}
    >
      {suggestion && text === '' && (
        <button
          type="button"
          className={classes.suggestion}
          onClick={() => write(suggestion.text, suggestion.caret)}
        >
          <span className={classes.suggestionLabel}>Start with</span>
          {suggestion.text.slice(0, suggestion.caret)}…{suggestion.text.slice(suggestion.caret)}
        </button>
      )}
      {hint && <div className={classes.hint}>{hint}</div>}
      <div className={classes.box}>
        <AttachmentList attachments={pictures.attachments} onRemove={pictures.remove} />
        <Textarea
          ref={field}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={8}
          aria-label={`Text to ${to}`}
          placeholder={`Text ${to}`}
          classNames={{ input: classes.field }}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={classes.tools}>
          <Tooltip label="Attach a picture">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Attach a picture"
              disabled={pictures.full}
              onClick={() => files.current?.click()}
            >
              <IconPhotoPlus size={18} />
            </ActionIcon>
          </Tooltip>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            accept={attachableTypes.join(',')}
            aria-label="Pictures"
            onChange={(event) => {
              pictures.add(event.currentTarget.files ?? []);
              event.currentTarget.value = '';
            }}
          />
          <Popover
            opened={picking}
            onChange={(opened) => {
              setPicking(opened);
              // Not to the button: picked or not, the next key belongs to the text.
              if (!opened) field.current?.focus();
            }}
            position="top-start"
            width={288}
            shadow="md"
          >
            <Popover.Target>
              <Tooltip label="Emoji" disabled={picking}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label="Emoji"
                  onClick={() => setPicking(!picking)}
                >
                  <IconMoodSmile size={18} />
                </ActionIcon>
              </Tooltip>
            </Popover.Target>
            <Popover.Dropdown p={8} aria-label="Emoji">
              <Suspense fallback={<Skeleton height={200} />}>
                <EmojiPicker onPick={insert} />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <DraftButton
            conversationId={conversationId}
            text={text}
            onInsert={(draft) => write(draft, draft.length)}
          />
          <SegmentCounter body={text} hasMedia={pictures.ready.length > 0} />
          <Button size="xs" rightSection={<IconSend2 size={16} />} disabled={!sendable} onClick={send}>
            {sendLabel}
          </Button>
        </div>
      </div>
    </div>
  );
}
