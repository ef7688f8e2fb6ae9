import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { CampaignUseCase, REGISTRATION_LIMITS } from '../../../contract/registration.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { type RegistrationFormState, withScheme } from './registration-values.ts';
import { useCases } from './words.ts';

const { samples: sampleCount, description, messageFlow } = REGISTRATION_LIMITS;

export function TextsFields({ form }: { form: RegistrationFormState }) {
  const field = (name: string) => ({ name, ...fieldProps(form, name) });
  const { samples } = form.values;
  return (
    <>
      <Radio.Group label="How much you text" {...fieldProps(form, 'useCase')} name="useCase">
        <Stack gap="xs" mt="xs">
          {CampaignUseCase.options.map((value) => (
            <Radio key={value} value={value} {...useCases[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Description"
        description={`Say who texts whom and about what. At least ${description.min} characters.`}
        placeholder="Recruiters of Acme Staffing text candidates who applied for a job to arrange interviews."
        autosize
        minRows={2}
        {...field('description')}
      />
      <Textarea
        label="How candidates agree to be texted"
        description={`Say where they give their number, how they agree, and what you tell them there. At least ${messageFlow.min} characters.`}
        placeholder="On the form at acme.com/apply, candidates check a separate box, unchecked by default, to agree to texts about their application. It says: Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out."
        autosize
        minRows={2}
        {...field('messageFlow')}
      />
      <TextInput
        label="Privacy policy"
        description="It has to say that opt-in data isn't shared with third parties."
        placeholder="https://acme.com/privacy"
        inputMode="url"
        autoCapitalize="none"
        {...field('privacyPolicyUrl')}
        onBlur={() => form.setFieldValue('privacyPolicyUrl', withScheme(form.values.privacyPolicyUrl))}
      />
      <TextInput
        label="Terms"
        description="Include a paragraph on texts: how often, what they cost, HELP and STOP."
        placeholder="https://acme.com/terms"
        inputMode="url"
        autoCapitalize="none"
        {...field('termsUrl')}
        onBlur={() => form.setFieldValue('termsUrl', withScheme(form.values.termsUrl))}
      />
      {samples.map((_, index) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have no other name than their place
          key={index}
          label={`Sample text ${index + 1}`}
          description={
            index === 0 ? 'One sample needs your brand name and “Reply STOP to opt out”.' : undefined
          }
          autosize
          minRows={2}
          {...fieldProps(form, `samples.${index}`)}
          name={index === 0 ? 'samples' : `samples.${index}`}
        />
      ))}
      {samples.length < sampleCount.max && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => form.setFieldValue('samples', [...samples, ''])}
          >
            Add a sample
          </Button>
        </Group>
      )}
    </>
  );
}
