import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import {
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  mergeAttributes,
} from '../../../contract/merge-attributes.ts';
import classes from './attribute-chips.module.css';
import { attributeGroups } from './attributes.ts';

/** Merge attributes, to insert where the cursor is. */
export function InsertAttribute({
  only = MERGE_ATTRIBUTES,
  onPick,
}: {
  only?: readonly MergeAttribute[] | undefined;
  onPick: (attribute: MergeAttribute) => void;
}) {
  const groups = attributeGroups
    .map(({ label, attributes }) => ({ label, attributes: attributes.filter((one) => only.includes(one)) }))
    .filter(({ attributes }) => attributes.length > 0);
  return (
    // The field gets the focus. The library's placeholder is no item of a menu.
    <Menu
      position="bottom-start"
      width="min(320px, calc(100vw - 24px))"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
          Insert attribute
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {groups.map(({ label, attributes }) => (
          <Fragment key={label}>
            <Menu.Label>{label}</Menu.Label>
            {attributes.map((attribute) => (
              <Menu.Item
                key={attribute}
                data-autofocus={attribute === MERGE_ATTRIBUTES[0] || undefined}
                rightSection={<span className={classes.example}>{mergeAttributes[attribute].example}</span>}
                onClick={() => onPick(attribute)}
              >
                {mergeAttributes[attribute].label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
