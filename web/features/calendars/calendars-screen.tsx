import { Button } from '@mantine/core';
import { IconCalendar, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CalendarShortcut } from '../../../contract/calendars.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, RowSkeletons } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { WorkingHoursForm } from '../time-offers/working-hours-form.tsx';
import classes from './calendars.module.css';
import { shortcutsQuery } from './calendars-query.ts';
import { ConnectedCalendars } from './connected/connected-calendars.tsx';
import { DeleteShortcutDialog } from './delete-shortcut-dialog.tsx';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { ShortcutRow } from './shortcut-row.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';
import { useShortcutOrder } from './use-shortcut-order.ts';

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8;

export function CalendarsScreen() {
  const { user } = useMe();
  const list = useQuery(shortcutsQuery());
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<CalendarShortcut | 'new' | null>(null);
  const [deleting, setDeleting] = useState<CalendarShortcut | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const all = list.data ?? [];
  const isSearched = all.length >= SEARCHED_FROM;
  const shown = isSearched ? all.filter((item) => fits(item, search)) : all;
  const move = useShortcutOrder(shown);
  const calendarLink = user.calendarShortcutEnabled ? all.find(({ enabled }) => enabled) : undefined;
  return (
    <Page
      title="Calendars"
      lead="Links to book a time with you. Type # in a text to insert one."
      width="account"
      actions={
        <Button ref={add} leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
          New shortcut
        </Button>
      }
    >
      {all.length > 0 && (
        <div className={classes.above}>
          <ShortcutsSwitch />
          {isSearched && (
            <SearchField
              className={classes.search}
              label="Search shortcuts"
              placeholder="Search name, shortcut or link"
              search={search}
              onSearch={setSearch}
            />
          )}
        </div>
      )}
      {list.isPending ? (
        <Loading what="calendar shortcuts">
          <RowSkeletons />
        </Loading>
      ) : list.isError && !list.data ? (
        <LoadFailure what="Your calendar shortcuts" retry={() => void list.refetch()} />
      ) : shown.length > 0 ? (
        <SortableList
          label="Calendar shortcuts"
          items={shown}
          className={`${rows.list} ${classes.list}`}
          isOff={!user.calendarShortcutEnabled}
          onMove={move}
          row={(item, sorting) => (
            <ShortcutRow
              key={item.id}
              item={item}
              isCalendarLink={item === calendarLink}
              sorting={sorting}
              onEdit={() => setEditing(item)}
              onDelete={() => setDeleting(item)}
            />
          )}
        />
      ) : isSearched ? (
        <EmptyState
          title="No match"
          text={`No shortcut has “${search}” in its name or link.`}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              Show all
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<IconCalendar size={32} stroke={1.5} />}
          title="No shortcuts yet"
          text="Add the link to your booking page once, then type #intro in a text to insert it."
          action={<Button onClick={() => setEditing('new')}>New shortcut</Button>}
        />
      )}
      <ConnectedCalendars />
      <WorkingHoursForm />
      {editing && (
        <ShortcutDialog
          key={editing === 'new' ? 'new' : editing.id}
          shortcut={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <DeleteShortcutDialog
          shortcut={deleting}
          onClose={() => setDeleting(null)}
          // The row that had the focus is gone.
          onDeleted={() => add.current?.focus()}
        />
      )}
    </Page>
  );
}

function fits({ name, shortcut, url }: CalendarShortcut, search: string): boolean {
  return `${name}\n#${shortcut}\n${url}`.toLowerCase().includes(search.toLowerCase());
}
