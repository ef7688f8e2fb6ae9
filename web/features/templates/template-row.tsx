import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconDots, IconPaperclip } from '@tabler/icons-react';
import type { Template } from '../../../contract/templates.ts';
import { counted } from '../../lib/words.ts';
import rows from '../../ui/rows.module.css';
import sortable from '../../ui/sortable-list.module.css';
import { MoveHandle, type Sorting } from '../../ui/sortable-list.tsx';
import { AttributedText } from '../writing/attributed-text.tsx';
import classes from './templates.module.css';
import { usageWords } from './usage-words.ts';

export type TemplateAction = 'edit' | 'duplicate' | 'delete';

export function TemplateRow({
  template,
  sorting,
  onAsk,
}: {
  template: Template;
  sorting: Sorting;
  onAsk: (action: TemplateAction) => void;
}) {
  const { id, name, body, folder, attachments, usage, can, templateType } = template;
  const { isFirst, isLast, drop, onMove } = sorting;
  return (
    <li className={`${rows.row} ${sortable.row}`} data-template={id} data-drop={drop}>
      {can.edit && <MoveHandle item={template} sorting={sorting} />}
      <div className={rows.what}>
        <div className={rows.headline}>
          <button
            type="button"
            className={rows.name}
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
              aria-label={counted(attachments.length, 'attachment')}
            >
              <IconPaperclip size={14} aria-hidden />
              {attachments.length}
            </span>
          )}
        </div>
        <p className={classes.body}>
          <AttributedText body={body} />
        </p>
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
