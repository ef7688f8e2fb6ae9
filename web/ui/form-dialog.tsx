import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useIsPhone } from '../lib/use-is-phone.ts';

/** A Mantine form, as far as a dialog needs it. */
interface DialogForm<Values> {
  onSubmit(
    valid: (values: Values) => void,
    invalid?: (errors: Record<string, ReactNode>) => void,
  ): (event?: FormEvent<HTMLFormElement>) => void;
  isDirty(): boolean;
}

/** The one dialog with a form: fields, Cancel and the button that saves. Mount it to open it. */
export function FormDialog<Values>({
  title,
  form,
  submit,
  isSaving,
  disabled = false,
  beside,
  isWide = false,
  staysOpen = form.isDirty(),
  onSubmit,
  onInvalid,
  onClose,
  children,
  ...modal
}: {
  title: string;
  form: DialogForm<Values>;
  /** What the button does. */
  submit: string;
  isSaving: boolean;
  disabled?: boolean;
  /** Left of the buttons. */
  beside?: ReactNode;
  /** Two columns; the whole screen on a phone. */
  isWide?: boolean;
  /** Whether only its buttons close it: a slip loses nothing that was typed. */
  staysOpen?: boolean;
  onSubmit: (values: Values) => void;
  onInvalid?: (errors: Record<string, ReactNode>) => void;
  onClose: () => void;
  children: ReactNode;
} & Pick<ModalProps, 'size'>) {
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      title={title}
      onClose={onClose}
      closeOnClickOutside={!staysOpen}
      closeOnEscape={!staysOpen}
      {...(isWide ? { size: 920, fullScreen: isPhone } : {})}
      {...modal}
    >
      <form onSubmit={form.onSubmit((values) => onSubmit(values), onInvalid)} noValidate>
        <Stack gap="md">
          {children}
          <DialogFoot
            submit={submit}
            isSaving={isSaving}
            disabled={disabled}
            beside={beside}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** Cancel and the button that submits, for a form in a dialog that isn't the whole dialog. */
export function DialogFoot({
  submit,
  isSaving,
  disabled = false,
  beside,
  onClose,
}: {
  submit: string;
  isSaving: boolean;
  disabled?: boolean;
  beside?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Group justify="flex-end" gap="sm">
      {beside}
      <Group gap="sm" ml="auto">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={disabled}>
          {submit}
        </Button>
      </Group>
    </Group>
  );
}
