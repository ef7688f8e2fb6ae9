import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconDots, IconGripVertical, IconPaperclip } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Template } from '../../../contract/templates.ts';
import classes from './templates.module.css';
import { usageWords } from './usage-words.ts';

export type Drop = 'dragged' | 'before' | 'after';
export type TemplateAction = 'edit' | 'duplicate' | 'delete';

export function TemplateRow({
  template,
  isFirst,
  isLast,
  drop,
  onMove,
  onGrab,
  onAsk,
}: {
  template: Template;
  isFirst: boolean;
  isLast: boolean;
  drop: Drop | null;
  /** One place up or down. */
  onMove: (by: -1 | 1) => void;
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void;
  onAsk: (action: TemplateAction) => void;
}) {
  const { id, name, body, folder, attachments, usage, can, templateType } = template;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <li className={classes.row} data-template={id} data-drop={drop}>
      {can.edit && (
        <button
          type="button"
          className={classes.handle}
          data-handle={id}
          aria-label={`Move ${name}`}
          aria-describedby="move-template"
          onKeyDown={onKeyDown}
          onPointerDown={onGrab}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <div className={classes.what}>
        <div className={classes.headline}>
          <button
            type="button"
            className={classes.name}
            aria-label={`${can.edit ? 'Edit' : 'View'} ${name}`}
            onClick={() => onAsk('edit')}
          >
            {name}
          </button>
          {folder && (
            <Badge variant="default" tt="none" fw={500} size="sm">
              {folder}
            </Badge>
          )}
          {attachments.length > 0 && (
            <span
              className={classes.attached}
              role="img"
              aria-label={attachments.length === 1 ? '1 attachment' : `${attachments.length} attachments`}
            >
              <IconPaperclip size={14} aria-hidden />
              {attachments.length}
            </span>
          )}
        </div>
        <p className={classes.body}>{body}</p>
        {/* Automations have these, and what they send isn't counted. */}
        {templateType !== 'onboardingTemplate' && <p className={classes.usage}>{usageWords(usage)}</p>}
      </div>
      {can.edit && (
        <Menu position="bottom-end" width={176}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAsk('edit')}>Edit</Menu.Item>
            <Menu.Item onClick={() => onAsk('duplicate')}>Duplicate</Menu.Item>
            {!isFirst && <Menu.Item onClick={() => onMove(-1)}>Move up</Menu.Item>}
            {!isLast && <Menu.Item onClick={() => onMove(1)}>Move down</Menu.Item>}
            <Menu.Divider />
            <Menu.Item c="var(--danger)" onClick={() => onAsk('delete')}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
