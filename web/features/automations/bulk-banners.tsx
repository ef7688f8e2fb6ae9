import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlannedText } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { textsInWords } from './automation-words.ts';
import { heldQuery, plannedChanged } from './automations-query.ts';
import classes from './planned.module.css';

/** Texts that wait for one decision, because many candidates entered a stage at once: a question for each automation. */
export function BulkBanners() {
  const held = useQuery({ ...heldQuery(), meta: { quiet: true } }).data;
  const groups = Map.groupBy(held?.items.filter(({ can }) => can.decide) ?? [], (text) => text.automationId);
  return [...groups].map(([id, texts]) => (
    <BulkBanner key={id} texts={texts} hasMore={held?.nextCursor != null} />
  ));
}

function BulkBanner({ texts, hasMore }: { texts: PlannedText[]; hasMore: boolean }) {
  const { automationId: id = '', automationName: name = '' } = texts[0] ?? {};
  const decide = useSave({
    save: (decision: 'send' | 'skip') => call(routes.decideBulk, { params: { id }, body: { decision } }),
    done: ({ count }, decision) => {
      const message =
        decision === 'send' ? `Sending ${textsInWords(count)}` : `Skipped ${textsInWords(count)}`;
      return message;
    },
    changes: plannedChanged,
  });
  const count = `${texts.length}${hasMore ? '+' : ''}`;
  const answer = (decision: 'send' | 'skip') => ({
    loading: decide.isPending && decide.variables === decision,
    disabled: decide.isPending,
    onClick: () => decide.run(decision),
  });
  return (
    <section className={classes.banner} aria-label={`Decide on ${name}`}>
      <span>{`${count} candidates entered a stage within an hour. Send them “${name}”?`}</span>
      <Group gap="xs">
        <Button size="compact-sm" {...answer('send')}>
          {`Send all ${count}`}
        </Button>
        <Button size="compact-sm" variant="default" {...answer('skip')}>
          {`Skip all ${count}`}
        </Button>
      </Group>
    </section>
  );
}
