import { Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GivenConsent } from '../../../contract/consents.ts';

/** `isGiven` is null until the person has said it. */
export interface GivenBasis {
  isGiven: boolean | null;
  /** Null: not given, or not complete. */
  consent: GivenConsent | null;
}

const empty = { method: '', wording: '', wordingVersion: '', obtainedOn: '' };
type Values = typeof empty;

/** Once for the whole file: how its people agreed to be texted, which the record of each number keeps. */
export function ConsentBasis({ onChange }: { onChange: (basis: GivenBasis) => void }) {
  const [isGiven, setIsGiven] = useState<boolean | null>(null);
  const [values, setValues] = useState(empty);
  const change = (given: boolean | null, next: Values) => {
    setIsGiven(given);
    setValues(next);
    onChange({ isGiven: given, consent: given ? consentOf(next) : null });
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change(isGiven, { ...values, [name]: value }),
  });
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Did these people agree to get texts?"
        description="This is kept with each number. Nothing here lifts an opt-out."
        value={isGiven === null ? '' : isGiven ? 'yes' : 'no'}
        onChange={(value) => change(value === 'yes', values)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="yes" label="Yes, all of them" />
          <Radio value="no" label="No, or we don't know" />
        </Stack>
      </Radio.Group>
      {isGiven && (
        <Stack gap="sm" maw={560}>
          <TextInput label="How they agreed" placeholder="Application form" required {...field('method')} />
          <Textarea
            label="What they agreed to, word for word"
            autosize
            minRows={2}
            required
            {...field('wording')}
          />
          <Group grow align="flex-start">
            <TextInput
              label="When"
              description="Of several days the last"
              type="date"
              required
              {...field('obtainedOn')}
            />
            <TextInput
              label="Version of the wording"
              description="If you have one"
              {...field('wordingVersion')}
            />
          </Group>
          {consentOf(values) === null && (
            <Text size="sm" c="dimmed">
              Fill in how, what and when.
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

function consentOf({ method, wording, wordingVersion, obtainedOn }: Values): GivenConsent | null {
  const at = new Date(`${obtainedOn}T00:00:00`);
  if (Number.isNaN(at.getTime())) return null;
  const { data } = GivenConsent.safeParse({
    status: 'granted',
    method,
    wording,
    wordingVersion: wordingVersion.trim() || null,
    obtainedAt: at.toISOString(),
    source: 'import',
  });
  return data !== undefined && at.getTime() <= Date.now() ? data : null;
}
