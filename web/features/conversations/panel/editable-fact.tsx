import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { fieldErrorsOf } from '../../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { isImpersonating } from '../../../lib/session/session.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';
import classes from './panel.module.css';
import { useChangeCandidate } from './use-change-candidate.ts';

type Body = BodyInput<typeof routes.updateCandidate>;

export interface FactInput {
  /** One that holds text. */
  field: {
    [Field in keyof Body & keyof Candidate]-?: Candidate[Field] extends string | null ? Field : never;
  }[keyof Body & keyof Candidate];
  label: string;
}

interface Fact {
  /** As in "Edit email". */
  what: string;
  inputs: FactInput[];
  candidate: Candidate;
  conversationId: string | null;
}

type Values = Partial<Record<FactInput['field'], string>>;

/** A fact of a candidate, which turns into its fields where it stands. */
export function EditableFact({
  label,
  children,
  asked = 0,
  ...fact
}: Fact & {
  label: string;
  children: ReactNode;
  /** How often it was asked for from elsewhere to be edited. */
  asked?: number;
}) {
  const [editing, setEditing] = useState(asked > 0);
  const button = useRef<HTMLButtonElement>(null);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setEditing(true);
  }
  const edited: readonly string[] = fact.candidate.editedFields;
  const isEdited = fact.inputs.some(({ field }) => edited.includes(field));
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel}>{isEdited ? `${label} · edited here` : label}</div>
      {editing ? (
        <FactForm
          {...fact}
          // Opened again, it gets the focus again.
          key={asked}
          onDone={() => {
            setEditing(false);
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      ) : (
        <div className={classes.factLine}>
          <div className={classes.factValue}>{children}</div>
          {!isImpersonating() && (
            <ActionIcon
              ref={button}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Edit ${fact.what}`}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={16} />
            </ActionIcon>
          )}
        </div>
      )}
    </div>
  );
}

const validate = schemaValidator<Values>(routes.updateCandidate.body);

/** The request: null for an emptied field. */
const bodyOf = ({ email, ...values }: Values) => ({
  ...values,
  ...(email === undefined ? {} : { email: email.trim() || null }),
});

function FactForm({ what, inputs, candidate, conversationId, onDone }: Fact & { onDone: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  const valuesOf = (from: Candidate): Values =>
    Object.fromEntries(inputs.map(({ field }) => [field, from[field] ?? '']));
  /** What was there when it was begun: what others change meanwhile isn't overwritten unseen. */
  const began = useRef(valuesOf(candidate));
  const isName = inputs.some(({ field }) => field === 'firstName');
  const form = useForm<Values>({
    initialValues: valuesOf(candidate),
    validate: (values) =>
      isName && !values.firstName?.trim() && !values.lastName?.trim()
        ? { firstName: 'The name is required' }
        : validate(bodyOf(values) as Values),
  });
  const save = useChangeCandidate(candidate, conversationId);
  useEffect(() => {
    element.current?.querySelector('input')?.focus();
  }, []);

  function submit(values: Values) {
    if (!form.isDirty()) return onDone();
    save.run(
      (current) => {
        const now = valuesOf(current);
        const isSame = inputs.every(({ field }) => now[field] === began.current[field]);
        began.current = now;
        if (!isSame) throw changedMeanwhile(inputs, now);
        return bodyOf(values);
      },
      { onDone, onFailed: (error) => form.setErrors(fieldErrorsOf(error)) },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    // Of what was typed here, and not of the sheet or the conversation.
    event.stopPropagation();
    onDone();
  }

  return (
    <form
      ref={element}
      onSubmit={form.onSubmit(submit)}
      onKeyDown={onKeyDown}
      aria-label={`Edit ${what}`}
      className={classes.form}
      noValidate
    >
      <Stack gap="sm">
        {inputs.map(({ field, label }) => {
          const shared = {
            'aria-label': label,
            placeholder: label,
            'data-mantine-stop-propagation': true,
            ...fieldProps(form, field),
          };
          if (field === 'phoneNumber') return <PhoneField key={field} {...shared} />;
          return <TextInput key={field} {...shared} type={field === 'email' ? 'email' : 'text'} />;
        })}
        <Group gap="sm" justify="flex-end">
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function changedMeanwhile(inputs: FactInput[], now: Values): ApiError {
  const field = inputs[0]?.field ?? '';
  const value = inputs
    .map((input) => now[input.field])
    .filter(Boolean)
    .join(' ');
  const sentence = value
    ? `Someone just changed this to “${value}”. Save again to replace it.`
    : 'Someone just cleared this. Save again to replace it.';
  return new ApiError({
    message: sentence,
    code: 'candidate_edited',
    status: 0,
    details: { fields: { [field]: [sentence] } },
  });
}
