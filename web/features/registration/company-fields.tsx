import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { EntityType, type Registration, StockExchange, Vertical } from '../../../contract/registration.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { type RegistrationFormState, withScheme } from './registration-values.ts';
import { entityTypes, verticals } from './words.ts';

export function CompanyFields({
  form,
  registration: { einLast4 },
}: {
  form: RegistrationFormState;
  registration: Registration;
}) {
  const field = (name: Parameters<typeof form.getInputProps>[0]) => ({ name, ...fieldProps(form, name) });
  return (
    <>
      <TextInput
        label="Legal name"
        description="Exactly as on your EIN letter from the IRS."
        {...field('legalName')}
      />
      <TextInput
        label="Brand name"
        description="The name candidates know. Your texts start with it."
        {...field('brandName')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Company type"
          description="As registered with the IRS."
          placeholder="Choose"
          allowDeselect={false}
          data={EntityType.options.map((value) => ({ value, label: entityTypes[value] }))}
          {...field('entityType')}
        />
        <TextInput
          label="EIN"
          description="No EIN? Get one free from the IRS."
          placeholder={einLast4 ? `•••••${einLast4}` : '12-3456789'}
          inputMode="numeric"
          autoComplete="off"
          {...field('ein')}
        />
      </SimpleGrid>
      {form.values.entityType === 'publicCompany' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label="Stock exchange"
            placeholder="Choose"
            allowDeselect={false}
            data={StockExchange.options}
            {...field('stockExchange')}
          />
          <TextInput label="Stock symbol" {...field('stockSymbol')} />
        </SimpleGrid>
      )}
      <Select
        label="Industry"
        allowDeselect={false}
        data={Vertical.options.map((value) => ({ value, label: verticals[value] }))}
        {...field('vertical')}
      />
      <TextInput label="Street" autoComplete="street-address" {...field('street')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label="City" autoComplete="address-level2" {...field('city')} />
        <TextInput
          label="State"
          placeholder="CA"
          maxLength={2}
          autoComplete="address-level1"
          {...field('state')}
        />
        <TextInput label="ZIP code" inputMode="numeric" autoComplete="postal-code" {...field('postalCode')} />
      </SimpleGrid>
      <TextInput
        label="Website"
        description="Your company's own site, not a social media page."
        placeholder="https://acme.com"
        inputMode="url"
        autoCapitalize="none"
        {...field('website')}
        onBlur={() => form.setFieldValue('website', withScheme(form.values.website))}
      />
    </>
  );
}
