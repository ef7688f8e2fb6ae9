import { ActionIcon, Menu, Switch } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putItem } from '../../lib/api/cache.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import rows from '../../ui/rows.module.css';
import { AttributedText } from '../writing/attributed-text.tsx';
import { automationKinds } from './automation-kinds.ts';
import { sentenceOf } from './automation-words.ts';
import classes from './automations.module.css';
import { automationsChanged } from './automations-query.ts';
import type { useNames } from './use-names.ts';

export type AutomationAction = 'edit' | 'duplicate' | 'who' | 'delete';

export function AutomationRow({
  automation,
  names,
  onAsk,
}: {
  automation: Automation;
  names: ReturnType<typeof useNames>;
  onAsk: (action: AutomationAction) => void;
}) {
  const { id, name, body, enabled } = automation;
  const turn = useToggle(enabled, {
    save: (on) => call(routes.updateAutomation, { params: { id }, body: { enabled: on } }),
    keep: (queryClient, changed) => putItem(queryClient, keyOf(automationKinds[changed.type].list), changed),
    changes: automationsChanged,
  });
  return (
    <li className={`${rows.row} ${classes.row}`} data-off={!turn.checked || undefined}>
      <div className={rows.what}>
        <button type="button" className={rows.name} aria-label={`Edit ${name}`} onClick={() => onAsk('edit')}>
          {name}
        </button>
        <p className={classes.sentence}>{sentenceOf(automation, names)}</p>
        <p className={classes.body}>
          <AttributedText body={body} />
        </p>
      </div>
      <div className={rows.tools}>
        <Switch aria-label={`Send ${name}`} {...turn} />
        <Menu position="bottom-end" width={176}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAsk('edit')}>Edit</Menu.Item>
            <Menu.Item onClick={() => onAsk('duplicate')}>Duplicate</Menu.Item>
            <Menu.Item onClick={() => onAsk('who')}>See who gets it</Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--danger)" onClick={() => onAsk('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
