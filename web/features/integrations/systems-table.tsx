import { Badge, Button } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { AtsDescription } from '../../../contract/ats.ts';
import { DataTable, rowClasses } from '../../ui/data-table.tsx';
import { AtsMark } from './ats-mark.tsx';
import { type Ability, abilitiesOf } from './ats-words.ts';
import { HelpLink } from './help-link.tsx';
import classes from './systems-table.module.css';

/** What each system can do with us; where it's narrow, a list. */
export function SystemsTable({
  systems,
  isConnected,
  onConnect,
}: {
  systems: AtsDescription[];
  isConnected: (system: AtsDescription) => boolean;
  onConnect: (system: AtsDescription) => void;
}) {
  const [first] = systems;
  const abilities = first ? abilitiesOf(first) : [];
  return (
    <DataTable
      label="What each system can do"
      className={classes.table}
      columns={[
        { name: 'system', label: 'System' },
        ...abilities.map(({ name, label }) => ({ name, label })),
        { name: 'actions', label: 'Connect', isHidden: true },
      ]}
    >
      {systems.map((system) => (
        <tr key={system.type}>
          <td data-column="system">
            <div className={rowClasses.person}>
              <AtsMark type={system.type} />
              <div className={classes.names}>
                <div className={classes.name}>{system.name}</div>
                <HelpLink system={system} />
              </div>
            </div>
          </td>
          {abilitiesOf(system).map((ability) => (
            <td key={ability.name} data-ability={ability.name} title={ability.words}>
              <Able ability={ability} />
            </td>
          ))}
          <td data-column="actions">
            {isConnected(system) ? (
              <Badge variant="light" color="teal" tt="none">
                Connected
              </Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={`Connect ${system.name}`}
                onClick={() => onConnect(system)}
              >
                Connect
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Able({ ability: { can, words, short } }: { ability: Ability }) {
  return (
    <span className={classes.ability} data-can={can || undefined}>
      {can ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
      {short && (
        <span className={classes.short} aria-hidden>
          {short}
        </span>
      )}
      <span className={classes.words}>{words}</span>
    </span>
  );
}
