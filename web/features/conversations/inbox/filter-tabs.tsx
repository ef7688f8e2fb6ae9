import type { ConversationFilter } from '../../../../contract/conversations.ts';
import classes from './conversation-list.module.css';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'archived', label: 'Archived' },
] as const;

export function FilterTabs({
  filter,
  counts,
  onChange,
}: {
  filter: ConversationFilter;
  counts: { unread: number; waiting: number } | undefined;
  onChange: (filter: ConversationFilter) => void;
}) {
  const countOf = (value: ConversationFilter) =>
    value === 'unread' || value === 'waiting' ? (counts?.[value] ?? 0) : 0;
  return (
    <fieldset className={classes.filters} aria-label="Show">
      {filters.map(({ value, label }) => {
        const count = countOf(value);
        return (
          <button
            key={value}
            type="button"
            className={classes.filter}
            aria-pressed={filter === value}
            onClick={() => onChange(value)}
          >
            {label}
            {count > 0 && <span className={classes.filterCount}>{count >= 1000 ? '1000+' : count}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
