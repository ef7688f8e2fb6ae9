import { Button, Group } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId } from 'react';
import type { AtsDescription } from '../../../contract/ats.ts';
import { abilitiesOf } from './ats-words.ts';
import { HelpLink } from './help-link.tsx';
import classes from './integrations.module.css';

/** A system that isn't connected: what it could do. */
export function SystemCard({ system, onConnect }: { system: AtsDescription; onConnect: () => void }) {
  const id = useId();
  return (
    <article className={classes.card} aria-labelledby={id}>
      <h3 id={id} className={classes.name}>
        {system.name}
      </h3>
      <Abilities system={system} />
      <Group gap="md" mt="auto">
        <Button variant="default" aria-label={`Connect ${system.name}`} onClick={onConnect}>
          Connect
        </Button>
        <HelpLink system={system} />
      </Group>
    </article>
  );
}

function Abilities({ system }: { system: AtsDescription }) {
  const { can, cannot } = abilitiesOf(system);
  return (
    <ul className={classes.abilities}>
      {can.map((words) => (
        <li key={words}>
          <IconCheck size={14} aria-hidden className={classes.can} />
          {words}
        </li>
      ))}
      {cannot.map((words) => (
        <li key={words} className={classes.cannot}>
          <IconMinus size={14} aria-hidden />
          {words}
        </li>
      ))}
    </ul>
  );
}
