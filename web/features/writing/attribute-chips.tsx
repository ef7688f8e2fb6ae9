import { Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MergeAttribute } from '../../../contract/merge-attributes.ts';
import { parseTemplate } from '../../../contract/render-template.ts';
import { ESCAPE_STAYS } from '../../lib/escape-stays.ts';
import classes from './attribute-chips.module.css';
import { type AttributeToken, attributeGroups, labelOf, nameOf, sourceOf } from './attributes.ts';

const MOST = 200;
const choices = attributeGroups.map(({ label, attributes }) => ({
  group: label,
  items: attributes.map((attribute) => ({ value: attribute, label: labelOf(attribute) })),
}));

/** The merge attributes in a body, in their order, to change where they are. */
export function AttributeChips({ body, onChange }: { body: string; onChange: (body: string) => void }) {
  const tokens = parseTemplate(body);
  const put = (at: number, source: string) =>
    onChange(
      tokens
        .map((token, index) => (index === at ? source : token.kind === 'text' ? token.text : token.source))
        .join(''),
    );
  if (!tokens.some(({ kind }) => kind === 'attribute')) return null;
  return (
    <ul className={classes.chips} aria-label="Merge attributes in the text">
      {tokens.map(
        (token, at) =>
          token.kind === 'attribute' && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a body's pieces have no other key
            <li key={at}>
              <AttributeChip token={token} onChange={(source) => put(at, source)} />
            </li>
          ),
      )}
    </ul>
  );
}

function AttributeChip({ token, onChange }: { token: AttributeToken; onChange: (source: string) => void }) {
  const [opened, setOpened] = useState(false);
  // With the space after a word, which a body has no use for.
  const [fallback, setFallback] = useState(token.fallback ?? '');
  const { attribute } = token;
  const toggle = (open: boolean) => {
    setOpened(open);
    setFallback(token.fallback ?? '');
  };
  return (
    <Popover
      withRoles={false}
      opened={opened}
      onChange={toggle}
      position="bottom-start"
      width="min(280px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => toggle(!opened)}
        >
          {nameOf(token)}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12} role="dialog" aria-label={labelOf(attribute)}>
        <Stack gap={8}>
          <NativeSelect
            size="xs"
            label="Attribute"
            data={choices}
            value={attribute}
            onChange={(event) => onChange(sourceOf(event.currentTarget.value as MergeAttribute, fallback))}
            {...ESCAPE_STAYS}
          />
          <TextInput
            data-autofocus
            size="xs"
            label="Fallback"
            description="Written when there is no value."
            placeholder="None"
            maxLength={MOST}
            value={fallback}
            onChange={(event) => {
              setFallback(event.currentTarget.value);
              onChange(sourceOf(attribute, event.currentTarget.value));
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) toggle(false);
            }}
            {...ESCAPE_STAYS}
          />
          <Group gap={8} justify="space-between">
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              c="var(--danger)"
              onClick={() => onChange('')}
              {...ESCAPE_STAYS}
            >
              Remove
            </Button>
            <Button size="compact-xs" onClick={() => toggle(false)} {...ESCAPE_STAYS}>
              Done
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
