import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { AtsType, CredentialField } from '../../../../contract/ats.ts';
import { type Form, fieldProps } from '../../../lib/forms/success.ts';
import { type CredentialValues, hintOf, optionLabel } from './credential-values.ts';

export function CredentialInput({
  type,
  credential: { field, label, secret, required, options },
  form,
}: {
  type: AtsType;
  credential: CredentialField;
  form: Pick<ReturnType<typeof useForm<CredentialValues>>, 'getInputProps'> &
    Pick<Form, 'isTouched' | 'isValid'>;
}) {
  const props = {
    // One of its options is chosen from the start.
    label: required || options ? label : `${label} (optional)`,
    description: hintOf(type, field),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    ...fieldProps(form, field),
  };
  if (options)
    return (
      <Select
        {...props}
        data={options.map((value) => ({ value, label: optionLabel(value) }))}
        allowDeselect={false}
      />
    );
  if (!secret) return <TextInput {...props} />;
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': 'Show', tabIndex: 0 }} />;
}
