import { NumberInput, Switch, Text, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { MAX_COMPANY_NAME, MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';

/** What a team chooses beside its plan. */
export function TeamOptions({
  disabled,
  company,
  onCompany,
  companyField,
  recruiters,
  onRecruiters,
  recruitersField,
  errors,
  total,
  byInvoice,
  onByInvoice,
}: {
  disabled: boolean;
  /** Null: the team has a name. */
  company: string | null;
  onCompany: (name: string) => void;
  companyField: Ref<HTMLInputElement>;
  /** Empty while nothing is typed. */
  recruiters: number | string;
  onRecruiters: (recruiters: number | string) => void;
  recruitersField: Ref<HTMLInputElement>;
  errors: { company?: string; recruiters?: string };
  /** The price of this many. */
  total: string | null;
  /** Null: it can't be chosen here. */
  byInvoice: boolean | null;
  onByInvoice: (byInvoice: boolean) => void;
}) {
  return (
    <>
      {company !== null && (
        <TextInput
          label="Company name"
          description="The people you invite see it"
          autoComplete="organization"
          maxLength={MAX_COMPANY_NAME}
          disabled={disabled}
          value={company}
          onChange={(event) => onCompany(event.currentTarget.value)}
          ref={companyField}
          error={errors.company}
        />
      )}
      <NumberInput
        label="Recruiters"
        description={`At least ${MIN_TEAM_RECRUITERS}`}
        min={MIN_TEAM_RECRUITERS}
        clampBehavior="none"
        disabled={disabled}
        ref={recruitersField}
        error={errors.recruiters}
        value={recruiters}
        onChange={onRecruiters}
      />
      {byInvoice !== null && (
        <Switch
          label="Pay by invoice"
          description="We email an invoice, due in 30 days. No card needed."
          disabled={disabled}
          checked={byInvoice}
          onChange={(event) => onByInvoice(event.currentTarget.checked)}
        />
      )}
      {total !== null && (
        <Text size="sm" fw={500} role="status">
          {total}
        </Text>
      )}
    </>
  );
}
