import { Textarea } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { MergeAttribute } from '../../../contract/merge-attributes.ts';
import { parseTemplate, unfinishedIn, unknownAttributesOf } from '../../../contract/render-template.ts';
import type { User } from '../../../contract/users.ts';
import { selectPiece } from '../../lib/select-piece.ts';
import { useNextCaret } from '../../lib/use-next-caret.ts';
import { listed } from '../../lib/words.ts';
import { AttributeChips } from '../writing/attribute-chips.tsx';
import { labelOf, sourceOf } from '../writing/attributes.ts';
import { InsertAttribute } from '../writing/insert-attribute.tsx';
import { LintStrip } from '../writing/lint/lint-strip.tsx';
import { mayBeMissing } from '../writing/preview-values.ts';
import classes from './template-editor.module.css';

/** Where a body is written: with its merge attributes by name, suggestions, and what may be missing. */
export function BodyEditor({
  ref,
  user,
  value,
  error,
  'data-success': success,
  isKnown = () => false,
  hasAttributes = true,
  attributes,
  onChange,
}: {
  ref: RefObject<HTMLTextAreaElement | null>;
  user: User;
  value: string;
  error?: ReactNode;
  'data-success'?: boolean;
  /** Everyone it goes to has it. */
  isKnown?: (attribute: MergeAttribute) => boolean;
  /** The menu of merge attributes. */
  hasAttributes?: boolean;
  /** Those in it; all, unless only some have a value. */
  attributes?: readonly MergeAttribute[];
  onChange: (body: string) => void;
}) {
  const nextCaret = useNextCaret(ref);
  function insert(attribute: MergeAttribute) {
    const source = sourceOf(attribute, '');
    const start = ref.current?.selectionStart ?? value.length;
    const end = ref.current?.selectionEnd ?? start;
    nextCaret.current = start + source.length;
    onChange(value.slice(0, start) + source + value.slice(end));
  }
  const warning = warningOf(value, isKnown);
  const [unfinished] = unfinishedIn(value);
  // Once the form refuses it: while it is being typed, it isn't wrong yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the refusal found it
  useEffect(() => {
    if (error && unfinished) selectPiece(ref.current, unfinished);
  }, [error]);
  return (
    <>
      <Textarea
        ref={ref}
        label="Text"
        autosize
        minRows={5}
        maxRows={14}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? unknownSentence(value)}
        data-success={success}
        data-shows="body"
      />
      <div className={classes.attributes}>
        {hasAttributes && <InsertAttribute only={attributes} onPick={insert} />}
        <AttributeChips body={value} onChange={onChange} />
      </div>
      <div className={classes.lint}>
        <LintStrip text={value} user={user} field={ref} onFix={onChange} />
      </div>
      {warning && (
        <p className={classes.warning} role="status">
          {warning}
        </p>
      )}
    </>
  );
}

export function unknownSentence(body: string): string | null {
  const unknown = unknownAttributesOf(body);
  if (unknown.length === 0) return null;
  const names = unknown.map((name) => `{{${name}}}`).join(', ');
  return unknown.length === 1
    ? `${names} isn't a merge attribute. Choose one from the list.`
    : `${names} aren't merge attributes. Choose from the list.`;
}

/** About attributes that would keep the text from going out where they have no value. */
function warningOf(body: string, isKnown: (attribute: MergeAttribute) => boolean): string | null {
  const bare = parseTemplate(body).flatMap((token) =>
    token.kind === 'attribute' &&
    token.fallback === null &&
    mayBeMissing(token.attribute) &&
    !isKnown(token.attribute)
      ? [token.attribute]
      : [],
  );
  const attributes = [...new Set(bare)];
  const [first] = attributes;
  if (first === undefined) return null;
  const labels = listed(
    attributes.map((attribute, index) =>
      index === 0 ? labelOf(attribute) : labelOf(attribute).toLowerCase(),
    ),
  );
  return `${labels} may be missing. Add a fallback, such as “${FALLBACKS[first] ?? 'your words'}”.`;
}

/** For the example. */
const FALLBACKS: Partial<Record<MergeAttribute, string>> = {
  'candidate.firstName': 'there',
  'candidate.fullName': 'there',
  'job.title': 'open role',
  'interview.date': 'the day we agreed',
  'interview.time': 'the time we agreed',
};
