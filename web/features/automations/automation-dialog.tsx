import { Stack, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { Automation } from '../../../contract/automations.ts';
import type { User } from '../../../contract/users.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useNextCaret } from '../../lib/use-next-caret.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { BodyEditor } from '../templates/body-editor.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import classes from './automation-form.module.css';
import { atFields, bodyOf, type Start, useAutomationForm, type Values } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';
import { AutomationPreview } from './automation-preview.tsx';
import { SenderField } from './sender-field.tsx';
import { StagesField } from './stages-field.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TimingFields } from './timing-fields.tsx';
import { useSaveAutomation } from './use-save-automation.ts';

/** From above. */
const FIELDS = ['name', 'amount', 'timing', 'jobStageIds', 'sender', 'body'] as const;

/** Adds an automation, or changes the one given. */
export function AutomationDialog({
  kind,
  automation,
  start,
  user,
  onClose,
}: {
  kind: AutomationKind;
  automation: Automation | null;
  /** What the fields begin with. */
  start: Start;
  user: User;
  onClose: () => void;
}) {
  const { type, noun } = kind;
  const form = useAutomationForm(type, start);
  const save = useSaveAutomation(kind, automation);
  const field = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useNextCaret(field);
  const { values } = form;
  const setBody = (body: string) => form.setFieldValue('body', body);
  /** What is wrong may be above what is seen. */
  const showFirst = (wrong: Record<string, unknown>) => {
    const first = FIELDS.find((path) => path in wrong);
    if (first === 'body') field.current?.focus();
    else if (first) form.getInputNode(first)?.focus();
  };
  const submit = (given: Values) =>
    save.run(bodyOf(type, given), {
      onDone: onClose,
      onFailed: (error) => {
        const wrong = atFields(fieldErrorsOf(error));
        form.setErrors(wrong);
        showFirst(wrong);
      },
    });
  return (
    <FormDialog
      title={`${automation ? 'Edit' : 'New'} ${noun}`}
      isWide
      form={form}
      submit={automation ? 'Save' : `Create ${noun}`}
      isSaving={save.isPending}
      beside={<Switch label="On" {...form.getInputProps('enabled', { type: 'checkbox' })} />}
      onSubmit={submit}
      onInvalid={showFirst}
      onClose={onClose}
    >
      <div className={classes.columns} data-shows="offsetMinutes senderSeatId jobStageIds">
        <Stack gap="md">
          <TextInput label="Name" data-autofocus {...fieldProps(form, 'name')} />
          <TimingFields type={type} form={form} />
          <StagesField type={type} {...fieldProps(form, 'jobStageIds')} />
          <SenderField user={user} {...fieldProps(form, 'sender')} />
          <TemplateChoice
            type={type}
            onPick={(text) => {
              nextCaret.current = text.length;
              setBody(text);
            }}
          />
          <BodyEditor
            ref={field}
            user={user}
            {...fieldProps(form, 'body')}
            value={values.body}
            isKnown={(attribute) => kind.known.includes(attribute)}
            onChange={setBody}
          />
          <AdvancedFields type={type} form={form} />
        </Stack>
        <AutomationPreview type={type} id={automation?.id} values={values} user={user} />
      </div>
    </FormDialog>
  );
}
