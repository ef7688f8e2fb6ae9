import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AuditAction } from '../../../contract/audit.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import classes from './audit.module.css';
import type { AuditFilter } from './audit-query.ts';
import { auditWords } from './audit-words.ts';

const actions = AuditAction.options
  .map((value) => ({ value, label: auditWords[value].name }))
  .sort((a, b) => a.label.localeCompare(b.label));

export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}) {
  const seats = useQuery({ ...routeQuery(routes.getSeats), meta: { quiet: true } });
  const former = useQuery({ ...routeQuery(routes.getFormerMembers), meta: { quiet: true } });
  const people = [...(seats.data ?? []).flatMap(({ user }) => (user ? [user] : [])), ...(former.data ?? [])]
    .map((person) => ({ value: person.id, label: personName(person) || person.email }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <section className={classes.filters} aria-label="Filter activity">
      <Select
        label="Person"
        placeholder="Everyone"
        data={people}
        value={filter.actorId}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Clear person' }}
        nothingFoundMessage="No one by that name"
        onChange={(actorId) => change({ actorId })}
      />
      <Select
        label="Action"
        placeholder="All actions"
        data={actions}
        value={filter.action}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Clear action' }}
        nothingFoundMessage="No such action"
        onChange={(action) => change({ action: action as AuditAction | null })}
      />
      <TextInput
        type="date"
        label="From"
        value={filter.firstDay}
        max={filter.lastDay || undefined}
        onChange={(event) => change({ firstDay: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={filter.lastDay}
        min={filter.firstDay || undefined}
        onChange={(event) => change({ lastDay: event.currentTarget.value })}
      />
    </section>
  );
}
