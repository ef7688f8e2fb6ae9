import { Button, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { PlannedText } from '../../../contract/automations.ts';
import type { User } from '../../../contract/users.ts';
import { dayOf } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { automationKinds } from './automation-kinds.ts';
import { dayHeading } from './automation-words.ts';
import { automationsQuery, heldQuery, type PlannedFilter, plannedQuery } from './automations-query.ts';
import type { AutomationsSearch, Shown } from './automations-search.ts';
import { BulkBanners } from './bulk-banners.tsx';
import { EditPlannedDialog } from './edit-planned-dialog.tsx';
import classes from './planned.module.css';
import { PlannedRow } from './planned-row.tsx';

const empty: Record<Shown, { title: string; text: string }> = {
  planned: {
    title: 'Nothing planned',
    text: 'What your automations will send in the next 14 days shows up here.',
  },
  held: { title: 'Nothing is held', text: "Texts that can't go out, and why, show up here." },
  done: {
    title: 'Nothing yet',
    text: 'What your automations sent or skipped in the last 14 days shows up here.',
  },
};

/** Every coming automatic text, and what became of it, by day. */
export function PlannedPanel({
  user,
  isTeam,
  filter,
}: {
  user: User;
  isTeam: boolean;
  filter: PlannedFilter;
}) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState<PlannedText | null>(null);
  const days = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(plannedQuery(filter));
  const { timezone } = user;
  const { show, automationId: automation, everyone } = filter;
  const look = (next: AutomationsSearch) =>
    void navigate({
      to: paths.automations,
      search: { tab: 'planned', show, automation, everyone: everyone || undefined, ...next },
      replace: true,
    });
  // A row that had the focus may be gone after what was done with it.
  const keepFocus = () => {
    if (document.activeElement === document.body) days.current?.focus();
  };
  return (
    <section aria-label="Planned texts">
      <BulkBanners />
      <Filters filter={filter} hasEveryone={isTeam && user.userType === 'admin'} onChange={look} />
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        what="The planned texts"
        empty={
          <EmptyState
            icon={<IconClock size={32} stroke={1.5} />}
            {...empty[show]}
            action={
              automation && (
                <Button variant="default" onClick={() => look({ automation: undefined })}>
                  Show all automations
                </Button>
              )
            }
          />
        }
      >
        {(texts, isBusy) => (
          <div ref={days} tabIndex={-1} className={classes.days} aria-busy={isBusy}>
            {[...Map.groupBy(texts, ({ sendAt }) => dayOf(sendAt, timezone))].map(
              ([day, [first, ...others]]) => (
                <section key={day} aria-labelledby={`day-${day}`}>
                  <h2 id={`day-${day}`} className={classes.day}>
                    {first && dayHeading(first.sendAt, timezone)}
                  </h2>
                  <ul className={rows.list}>
                    {[first, ...others].map(
                      (text) =>
                        text && (
                          <PlannedRow
                            key={text.id}
                            text={text}
                            user={user}
                            onEdit={() => setEditing(text)}
                            onDone={keepFocus}
                          />
                        ),
                    )}
                  </ul>
                </section>
              ),
            )}
          </div>
        )}
      </PagedList>
      {editing && <EditPlannedDialog text={editing} user={user} onClose={() => setEditing(null)} />}
    </section>
  );
}

function Filters({
  filter: { show, automationId, everyone },
  hasEveryone,
  onChange,
}: {
  filter: PlannedFilter;
  hasEveryone: boolean;
  onChange: (change: AutomationsSearch) => void;
}) {
  const held = useQuery({ ...heldQuery(), meta: { quiet: true } }).data;
  const count = held && held.items.length > 0 ? ` (${held.items.length}${held.nextCursor ? '+' : ''})` : '';
  const groups = useQueries({
    queries: Object.values(automationKinds).map((kind) => ({
      ...automationsQuery(kind),
      meta: { quiet: true },
    })),
    combine: (lists) =>
      lists.map(({ data = [] }, i) => ({
        group: Object.values(automationKinds)[i]?.title ?? '',
        items: data.map(({ id, name }) => ({ value: id, label: name })),
      })),
  });
  return (
    <search className={classes.filters}>
      <SegmentedControl
        aria-label="Texts shown"
        value={show}
        onChange={(value) => onChange({ show: value })}
        data={[
          { value: 'planned', label: 'Upcoming' },
          { value: 'held', label: `Held${count}` },
          { value: 'done', label: 'Done' },
        ]}
      />
      <Select
        className={classes.automation}
        aria-label="Automation"
        placeholder="All automations"
        clearable
        clearButtonProps={{ 'aria-label': 'Show all automations' }}
        data={groups.filter(({ items }) => items.length > 0)}
        value={automationId ?? null}
        onChange={(id) => onChange({ automation: id ?? undefined })}
      />
      {hasEveryone && (
        <Switch
          label="Show everyone's"
          checked={everyone}
          onChange={({ currentTarget: { checked } }) => onChange({ everyone: checked || undefined })}
        />
      )}
    </search>
  );
}
