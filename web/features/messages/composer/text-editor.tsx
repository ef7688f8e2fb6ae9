import { ActionIcon, Button, Popover, Skeleton, Textarea, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoodSmile, IconSend2, IconTemplate } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { MAX_MEDIA_PER_MESSAGE, type Media } from '../../../../contract/media.ts';
import { unfinishedIn, unfinishedSentence } from '../../../../contract/render-template.ts';
import * as routes from '../../../../contract/routes.ts';
import type { InsertableTemplate } from '../../../../contract/templates.ts';
import { MAX_BODY_LENGTH } from '../../../../contract/text-body.ts';
import type { User } from '../../../../contract/users.ts';
import { withLinks } from '../../../../contract/with-links.ts';
import { call } from '../../../lib/api/api.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { useOfferCommands } from '../../../lib/open-commands.ts';
import { selectPiece } from '../../../lib/select-piece.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useStore } from '../../../lib/store.ts';
import { useNextCaret } from '../../../lib/use-next-caret.ts';
import { calendarValues, useUsableShortcuts } from '../../calendars/calendars-query.ts';
import { sampleOf, withSamples } from '../../calendars/short-links.ts';
import { DraftButton } from '../../drafts/draft-button.tsx';
import { AttachButton } from '../../writing/attach-button.tsx';
import { AttachmentList } from '../../writing/attachment-list.tsx';
import { fillKnown } from '../../writing/fill-known.ts';
import { valuesFor } from '../../writing/preview-values.ts';
import { SegmentCounter } from '../../writing/segment-counter.tsx';
import type { Texted } from '../../writing/texted.ts';
import { useAttachments } from '../../writing/use-attachments.ts';
import { ScheduleButton } from '../schedule/schedule-button.tsx';
import type { When } from '../schedule/schedule-times.ts';
import classes from './composer.module.css';
import { type Lookup, lookupAfter, stemsFrom } from './lookup.ts';
import type { LookupMenuHandle } from './lookup-menu.tsx';
import { OpenMenu } from './open-menu.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { writingIn } from './writing.ts';

const AttributeChips = lazy(() =>
  import('../../writing/attribute-chips.tsx').then((module) => ({ default: module.AttributeChips })),
);

const EmojiPicker = lazy(() =>
  import('./emoji-picker.tsx').then((module) => ({ default: module.EmojiPicker })),
);

/** A text can be written without it, and away from the network it may not come. */
const LintStrip = lazy(() =>
  import('../../writing/lint/lint-strip.tsx').then(
    (module) => ({ default: module.LintStrip }),
    () => ({ default: () => <></> }),
  ),
);

export interface WrittenText {
  body: string;
  media: Media[];
  templateId: string | undefined;
  draftId: string | undefined;
  /** Not as soon as it can. */
  when: When | undefined;
}

/** Where every text to a candidate is written. */
export function TextEditor({
  to,
  conversationId,
  suggestion,
  hint,
  sendLabel,
  autoFocus = false,
  insertsFor,
  candidate,
  isFirst,
  user,
  thread,
  onSend,
  onNext,
  tools,
  zone,
}: {
  to: string;
  /** None yet for a first text. */
  conversationId?: string | undefined;
  suggestion?: { text: string; caret: number } | undefined;
  hint?: string | undefined;
  sendLabel: string;
  autoFocus?: boolean;
  /** Whom templates are filled in for. Without, there are none. */
  insertsFor: Texted | undefined;
  candidate: Texted;
  /** Nothing was sent to them before. */
  isFirst: boolean;
  user: User;
  /** Where its draft is kept, and texts come back to be changed: a conversation, by its id, or a number. */
  thread: string;
  onSend: (text: WrittenText) => void;
  /** Goes on to the next conversation, after a text that was sent with Ctrl. */
  onNext?: (() => void) | undefined;
  tools?: ReactNode;
  /** The candidate's time zone, where we know it. */
  zone: string | null;
}) {
  const [writing] = useState(() => {
    const here = writingIn(thread);
    here.open(user.id);
    if (autoFocus) here.caret.current = here.store.get().text.length;
    return here;
  });
  const { text, origin, problem } = useStore(writing.store);
  const [picking, setPicking] = useState(false);
  const [scheduling, setScheduling] = useState(false);
  const [dragging, setDragging] = useState(false);
  const [lookup, setLookup] = useState<Lookup | null>(null);
  const [option, setOption] = useState<string>();
  const menu = useRef<LookupMenuHandle>(null);
  const menuId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const pictures = useAttachments(writing.attachments);
  // Without a keyboard, Enter is the only way to a new line.
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false }) ?? false;

  const { account } = useMe();
  const sample = sampleOf(account);
  useNextCaret(field, writing.caret);

  const write = (next: string, at?: number) => writing.write(next, { at });

  useEffect(() => writing.attach(user.id, field.current), [writing, user.id]);
  useKeptDraft(writing, user.id, conversationId);

  const shortcuts = useUsableShortcuts(user, /#|calendar\.link/.test(text)) ?? [];
  const links = withSamples(shortcuts, sample);
  // As it goes out, so that nothing else is counted, shown and sent; but short links are made by the server.
  const filled = sample === null ? withLinks(text, links) : fillKnown(text, calendarValues(links), links);
  const body = filled.trim();
  const written = sample === null ? body : text.trim();
  const sendable =
    (body !== '' || pictures.ready.length > 0) &&
    body.length <= MAX_BODY_LENGTH &&
    !pictures.uploading &&
    pictures.excess === 0;

  /** False: there is something to do first. */
  function send({ template, draftId } = origin, when?: When): boolean {
    if (!sendable) return false;
    const [unfinished] = unfinishedIn(text);
    if (unfinished) {
      writing.warn({ sentence: unfinishedSentence(unfinished), isTemplateGone: false });
      selectPiece(field.current, unfinished);
      return false;
    }
    const templateId = template && stemsFrom(template.text, written) ? template.id : undefined;
    onSend({ body: written, media: pictures.ready, templateId, draftId, when });
    writing.sent({ body: written, draftId, counted: body, sample });
    setLookup(null);
    field.current?.focus();
    return true;
  }

  /** Replaces the search. */
  function replaceLookup(words: string, from = origin) {
    if (!lookup) return;
    const { start, query } = lookup;
    const next = text.slice(0, start) + words + text.slice(start + 1 + query.length);
    writing.write(next, { at: start + words.length, origin: from });
    setLookup(null);
  }

  function insertTemplate({ id, attachments }: InsertableTemplate, words: string) {
    replaceLookup(words, { ...origin, template: { id, text: words } });
    if (attachments.length > 0) pictures.copy(() => call(routes.copyTemplateAttachments, { params: { id } }));
  }

  /** For who has no keyboard, or doesn't know the key. */
  function openTemplates() {
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    write(`${before}/`, before.length + 1);
    setLookup({ mark: '/', start: before.length, query: '' });
  }

  useOfferCommands(
    insertsFor
      ? [
          {
            label: 'Insert a template',
            run: () => {
              field.current?.focus();
              openTemplates();
            },
          },
        ]
      : [],
  );

  function onKeyDown(event: KeyboardEvent) {
    if (lookup && !event.nativeEvent.isComposing && menu.current?.onKeyDown(event)) {
      if (event.key === 'Escape') setLookup(null);
      return;
    }
    // So that the keys are shortcuts again.
    if (event.key === 'Escape') focusScreen();
    if (event.key === 'Enter' && event.shiftKey && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      setScheduling(sendable);
      return;
    }
    // While an input method composes a character, Enter confirms it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (touch && !event.metaKey && !event.ctrlKey) return;
    event.preventDefault();
    if (send() && (event.metaKey || event.ctrlKey)) onNext?.();
  }

  function onPaste(event: ClipboardEvent) {
    const { files } = event.clipboardData;
    // Excel and Word add a picture of what is copied there.
    if (files.length === 0 || wordsIn(event.clipboardData)) return;
    event.preventDefault();
    pictures.add(files);
  }

  /** Words that are dropped into the field are the browser's to insert. */
  const isBrowsers = ({ target, dataTransfer }: DragEvent) =>
    target === field.current && !dataTransfer.types.includes('Files');

  function onDrop(event: DragEvent) {
    setDragging(false);
    if (isBrowsers(event)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length > 0) pictures.add(files);
    else insert(event.dataTransfer.getData('text/plain'));
  }

  function insert(words: string) {
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + words + text.slice(field.current?.selectionEnd ?? at), at + words.length);
    setPicking(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has the attach button as its twin
    <div
      className={classes.composer}
      data-dragging={dragging || undefined}
      onDragOver={(event) => {
        if (isBrowsers(event)) return;
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
      {problem && (
        <div className={classes.problem} role="alert">
          <span>{problem.sentence}</span>
          {problem.isTemplateGone && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => send({ ...origin, template: undefined })}
            >
              Send without it
            </Button>
          )}
        </div>
      )}
      <div className={classes.box}>
        {lookup && (
          <OpenMenu
            ref={menu}
            id={menuId}
            lookup={lookup}
            shortcuts={shortcuts}
            candidate={insertsFor}
            user={user}
            onTemplate={insertTemplate}
            onShortcut={({ shortcut, url }) => replaceLookup(sample === null ? url : `#${shortcut}`)}
            onActive={setOption}
          />
        )}
        {pictures.excess > 0 && (
          <div className={classes.hint} role="status">
            {`A text can have ${MAX_MEDIA_PER_MESSAGE} pictures. Remove ${pictures.excess} to send it.`}
          </div>
        )}
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
          onChange={({ currentTarget: { value, selectionStart } }) => {
            setLookup(lookupAfter(lookup, text, value, selectionStart));
            write(value);
          }}
          onBlur={() => setLookup(null)}
          {...(lookup && option
            ? { 'aria-autocomplete': 'list', 'aria-controls': menuId, 'aria-activedescendant': option }
            : {})}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {text.includes('{{') && (
          <div className={classes.attributes}>
            <Suspense>
              <AttributeChips body={text} onChange={(changed) => write(changed)} />
            </Suspense>
          </div>
        )}
        {filled !== text && (
          <p className={classes.filled}>
            <span className={classes.filledLabel}>Sent as</span> {body}
          </p>
        )}
        <div className={classes.tools}>
          <AttachButton pictures={pictures} />
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
            place={{ conversationId }}
            text={text}
            onInsert={({ text: draft, draftId }) => {
              // Before there is a conversation, it is for anyone.
              const words = fillKnown(draft, valuesFor(candidate, user, account));
              writing.write(words, { at: words.length, origin: { ...origin, draftId } });
            }}
          />
          {insertsFor && (
            <Tooltip label="Insert a template (/)">
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label="Insert a template"
                onClick={openTemplates}
              >
                <IconTemplate size={18} />
              </ActionIcon>
            </Tooltip>
          )}
          {tools}
          <SegmentCounter body={filled} hasMedia={pictures.ready.length > 0} />
          <div className={classes.send}>
            <ScheduleButton
              zone={zone}
              own={user.timezone}
              disabled={!sendable}
              opened={scheduling}
              onOpened={setScheduling}
              onPick={(when) => send(origin, when)}
            />
            <Button
              size="xs"
              rightSection={<IconSend2 size={16} />}
              disabled={!sendable}
              onClick={() => send()}
            >
              {sendLabel}
            </Button>
          </div>
        </div>
      </div>
      <div className={classes.lint}>
        {body !== '' && (
          <Suspense>
            <LintStrip
              text={text}
              user={user}
              candidate={candidate}
              isFirst={isFirst}
              field={field}
              onFix={(fixed) => write(fixed)}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Whether there are words besides the names of copied files. */
function wordsIn(clipboard: DataTransfer): boolean {
  const names = new Set(['', ...[...clipboard.files].map(({ name }) => name)]);
  return clipboard
    .getData('text/plain')
    .split(/[\r\n]+/)
    .some((line) => !names.has(line.trim()));
}
