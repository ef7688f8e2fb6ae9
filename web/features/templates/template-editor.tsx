import { Autocomplete, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import type { Template } from '../../../contract/templates.ts';
import type { User } from '../../../contract/users.ts';
import { fieldErrorsOf } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useNextCaret } from '../../lib/use-next-caret.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { DraftButton } from '../drafts/draft-button.tsx';
import { AttachButton } from '../writing/attach-button.tsx';
import { AttachmentList } from '../writing/attachment-list.tsx';
import { useOwnAttachments } from '../writing/use-attachments.ts';
import { BodyEditor, unknownSentence } from './body-editor.tsx';
import { type TemplateFields, useSaveTemplate } from './save-template.ts';
import classes from './template-editor.module.css';
import type { TemplateKind } from './template-kinds.ts';
import { TemplatePreview } from './template-preview.tsx';

interface Values {
  name: string;
  folder: string;
  body: string;
}

const validateFields = schemaValidator<TemplateFields>(routes.createTeamTemplate.body);

/** Adds a template, or changes the one given. People who may not change it see how it reads. */
export function TemplateEditor({
  kind,
  template,
  folders,
  user,
  onClose,
}: {
  kind: TemplateKind;
  template: Template | null;
  folders: string[];
  user: User;
  onClose: () => void;
}) {
  const form = useForm<Values>({
    initialValues: {
      name: template?.name ?? '',
      folder: template?.folder ?? '',
      body: template?.body ?? '',
    },
    validate: (values) => {
      const errors = validateFields(values);
      const unknown = unknownSentence(values.body);
      return unknown ? { ...errors, body: unknown } : errors;
    },
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const pictures = useOwnAttachments(template?.attachments);
  const [drafting, setDrafting] = useState(false);
  const save = useSaveTemplate(kind, template);
  const { body } = form.values;
  const mayEdit = template?.can.edit ?? true;

  const nextCaret = useNextCaret(field);
  function submit(values: Values) {
    if (pictures.uploading) return;
    save.run(
      { ...values, folder: values.folder.trim() || null, mediaIds: pictures.ready.map(({ id }) => id) },
      { onDone: onClose, onFailed: (error) => form.setErrors(fieldErrorsOf(error)) },
    );
  }

  const preview = <TemplatePreview body={body} hasMedia={pictures.attachments.length > 0} user={user} />;
  if (!mayEdit)
    return (
      <Modal opened onClose={onClose} title={template?.name} size={480}>
        {preview}
      </Modal>
    );
  return (
    <FormDialog
      title={template === null ? 'New template' : 'Edit template'}
      isWide
      form={form}
      submit={template ? 'Save' : 'Create template'}
      isSaving={save.isPending}
      disabled={pictures.uploading}
      staysOpen={form.isDirty() || drafting}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.columns}>
        <Stack gap="md">
          <div className={classes.pair}>
            <TextInput label="Name" data-autofocus {...fieldProps(form, 'name')} />
            <Autocomplete label="Folder" placeholder="None" data={folders} {...fieldProps(form, 'folder')} />
          </div>
          <BodyEditor
            ref={field}
            user={user}
            {...fieldProps(form, 'body')}
            value={body}
            onChange={(text) => form.setFieldValue('body', text)}
          />
          <div>
            <AttachmentList attachments={pictures.attachments} onRemove={pictures.remove} />
            <Group gap={4}>
              <AttachButton pictures={pictures} />
              <DraftButton
                place={{
                  isTeamTemplate: kind.templateType === 'teamTemplate',
                  templateId: template?.id,
                }}
                text={body}
                onToggle={setDrafting}
                onInsert={({ text }) => {
                  nextCaret.current = text.length;
                  form.setFieldValue('body', text);
                }}
              />
            </Group>
          </div>
        </Stack>
        {preview}
      </div>
    </FormDialog>
  );
}
