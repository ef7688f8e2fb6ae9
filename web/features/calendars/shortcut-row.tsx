import { ActionIcon, Badge, Menu, Switch, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDots } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ListedShortcut } from '../../../contract/calendars.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import { showProblem } from '../../lib/notices.ts';
import { inDigits } from '../../lib/words.ts';
import rows from '../../ui/rows.module.css';
import sortable from '../../ui/sortable-list.module.css';
import { MoveHandle, type Sorting } from '../../ui/sortable-list.tsx';
import classes from './calendars.module.css';
import { shortcutsChanged } from './calendars-query.ts';
import { providerOf } from './provider-of.ts';

export function ShortcutRow({
  item,
  isCalendarLink,
  sorting,
  onEdit,
  onDelete,
}: {
  item: ListedShortcut;
  /** Templates use it. */
  isCalendarLink: boolean;
  sorting: Sorting;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, name, shortcut, url, enabled, usage } = item;
  const toggle = useToggle(enabled, {
    save: (on) => call(routes.updateCalendarShortcut, { params: { id }, body: { enabled: on } }),
    changes: shortcutsChanged,
  });
  const clipboard = useClipboard();
  useEffect(() => {
    if (clipboard.error) showProblem("Your browser didn't allow it. Select the link instead.");
  }, [clipboard.error]);
  const copy = clipboard.copied ? 'Copied' : `Copy the link of ${name}`;
  const provider = providerOf(url);
  return (
    <li
      className={`${rows.row} ${classes.row} ${sortable.row}`}
      data-off={!enabled || undefined}
      data-drop={sorting.drop}
    >
      <MoveHandle item={item} sorting={sorting} />
      <div className={rows.what}>
        <div className={rows.headline}>
          <button type="button" className={rows.name} aria-label={`Edit ${name}`} onClick={onEdit}>
            {name}
          </button>
          <code className={classes.shortcut}>#{shortcut}</code>
          {isCalendarLink && (
            <Tooltip label="Templates use this link as the calendar link.">
              <Badge variant="default" tt="none" fw={500} size="sm" tabIndex={0}>
                Calendar link
              </Badge>
            </Tooltip>
          )}
        </div>
        <p className={classes.url}>
          {provider && `${provider} · `}
          {url}
        </p>
        {usage && (
          <p className={rows.facts}>
            {inDigits(usage.sent)} sent, {inDigits(usage.clicked)} clicked
          </p>
        )}
      </div>
      <div className={`${rows.tools} ${classes.tools}`}>
        <Tooltip label={clipboard.copied ? 'Copied' : 'Copy link'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={copy}
            onClick={() => clipboard.copy(url)}
          >
            {clipboard.copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        </Tooltip>
        <Switch aria-label={`Use ${name}`} {...toggle} />
        <Menu position="bottom-end" width={160}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>Edit</Menu.Item>
            {!sorting.isFirst && <Menu.Item onClick={() => sorting.onMove(-1)}>Move up</Menu.Item>}
            {!sorting.isLast && <Menu.Item onClick={() => sorting.onMove(1)}>Move down</Menu.Item>}
            <Menu.Item color="var(--danger)" onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
