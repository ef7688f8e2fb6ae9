import { Button, Group, Input, Modal, MultiSelect, Pill, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFilterChoices } from '../candidates/use-filter-choices.ts';
import { RecipientPicker } from '../recipients/recipient-picker.tsx';
import type { BroadcastForm } from './broadcast-form.ts';
import classes from './broadcasts.module.css';

/** Who gets it: one by one, and all of a tag, job, stage or search. */
export function AudienceFields({ form }: { form: BroadcastForm }) {
  const { tags, jobId, stageId } = form.values;
  const choices = useFilterChoices({ job: jobId ?? undefined, stage: stageId ?? undefined });
  return (
    <Stack gap="md">
      <MultiSelect
        label="Tags"
        placeholder={tags.length === 0 ? 'Anyone with one of them' : ''}
        searchable
        clearable
        data={choices.tags}
        nothingFoundMessage="No such tag"
        {...fieldProps(form, 'tags')}
      />
      <Group grow align="flex-start" gap="md">
        <Select
          label="Job"
          placeholder="Any"
          searchable
          clearable
          data={choices.jobs}
          nothingFoundMessage="No such job"
          {...fieldProps(form, 'jobId')}
        />
        <Select
          label="Stage"
          placeholder="Any"
          searchable
          clearable
          data={choices.stages}
          nothingFoundMessage="No such stage"
          {...fieldProps(form, 'stageId')}
        />
      </Group>
      <TextInput
        label="Search"
        placeholder="Name, number, email, job or tag"
        maxLength={100}
        {...fieldProps(form, 'search')}
      />
      <People form={form} />
    </Stack>
  );
}

function People({ form }: { form: BroadcastForm }) {
  const { people } = form.values;
  const [isAdding, setAdding] = useState(false);
  return (
    <Input.Wrapper label="Candidates, one by one" labelElement="div">
      {people.length > 0 && (
        <Pill.Group className={classes.people} role="list" aria-label="Candidates, one by one">
          {people.map(({ id, name }) => (
            <Pill
              key={id}
              role="listitem"
              size="md"
              className={classes.person}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() =>
                form.setFieldValue(
                  'people',
                  people.filter((other) => other.id !== id),
                )
              }
            >
              {name}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setAdding(true)}
        >
          Add candidate
        </Button>
      </div>
      {isAdding && (
        <Modal opened onClose={() => setAdding(false)} title="Add candidates">
          {/* A new one is empty, and has the focus. */}
          <RecipientPicker
            key={people.length}
            isKnownOnly
            unavailable={({ id }) => (people.some((person) => person.id === id) ? 'Already in it' : null)}
            onPick={({ candidate, name }) => {
              if (candidate) form.setFieldValue('people', [...people, { id: candidate.id, name }]);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAdding(false)}>
              Done
            </Button>
          </Group>
        </Modal>
      )}
    </Input.Wrapper>
  );
}
