import { useForm } from '@mantine/form';
import { useRef } from 'react';
import type { PlannedText } from '../../../contract/automations.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { BodyEditor, unknownSentence } from '../templates/body-editor.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import { plannedChanged } from './automations-query.ts';

interface Values {
  body: string;
}

const fitsContract = schemaValidator<Values>(routes.changePlanned.body);

/** Changes what one candidate gets. */
export function EditPlannedDialog({
  text: { id, candidate, preview },
  user,
  onClose,
}: {
  text: PlannedText;
  user: User;
  onClose: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useForm<Values>({
    initialValues: { body: preview },
    validate: (values) => {
      const unknown = unknownSentence(values.body);
      return unknown ? { body: unknown } : fitsContract(values);
    },
  });
  const save = useSave({
    save: (body: Values) => call(routes.changePlanned, { params: { id }, body }),
    form,
    done: 'Text changed',
    onDone: onClose,
    changes: plannedChanged,
  });
  const { body } = form.values;
  return (
    <FormDialog
      title={`Edit the text to ${candidateName(candidate)}`}
      size="lg"
      form={form}
      submit="Save"
      isSaving={save.isPending}
      disabled={!form.isDirty()}
      beside={<SegmentCounter body={body.trim()} hasMedia={false} />}
      onSubmit={save.run}
      onClose={onClose}
    >
      <BodyEditor
        ref={field}
        user={user}
        {...fieldProps(form, 'body')}
        value={body}
        hasAttributes={false}
        onChange={(changed) => form.setFieldValue('body', changed)}
      />
    </FormDialog>
  );
}
