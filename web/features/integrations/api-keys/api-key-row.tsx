import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ApiKey } from '../../../../contract/api-keys.ts';
import { personName } from '../../../../contract/person-name.ts';
import { dateTime } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import rows from '../../../ui/rows.module.css';
import classes from './api-keys.module.css';

export function ApiKeyRow({
  apiKey,
  onRotate,
  onDelete,
}: {
  apiKey: ApiKey;
  onRotate: () => void;
  onDelete: () => void;
}) {
  const { timezone } = useMe().user;
  const now = useNow();
  const { name, mode, prefix, scopes, owner, addresses, lastUsedAt, expiresAt, rotatedUntil } = apiKey;
  const at = (time: string) => dateTime(time, timezone);
  const isOver = expiresAt !== null && new Date(expiresAt) <= now;
  const facts = [
    `Rights of ${personName(owner)}`,
    lastUsedAt ? `last used ${at(lastUsedAt)}` : 'not used yet',
    expiresAt && !isOver && `expires ${at(expiresAt)}`,
    addresses.length > 0 && `only from ${addresses.join(', ')}`,
    rotatedUntil && new Date(rotatedUntil) > now && `the old secret works until ${at(rotatedUntil)}`,
  ].filter(Boolean);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <span className={rows.name}>{name}</span>
          {mode === 'test' && (
            <Badge color="orange" variant="light" tt="none">
              Test
            </Badge>
          )}
          {owner.isService && (
            <Badge color="gray" variant="light" tt="none">
              Service
            </Badge>
          )}
          {isOver && (
            <Badge color="gray" variant="light" tt="none">
              Expired
            </Badge>
          )}
        </div>
        <p className={classes.prefix}>{prefix}</p>
        <p className={rows.facts}>{facts.join(' · ')}</p>
        <p className={rows.facts}>{scopes.join(', ')}</p>
      </div>
      <div className={rows.tools}>
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onRotate}>Get new secret</Menu.Item>
            <Menu.Item color="red" onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
