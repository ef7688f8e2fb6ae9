import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import type { AutomationType } from '../../../contract/automations.ts';
import { useStageOptions } from './use-names.ts';

const FORMER = 'Former stage';

/** Not there where no system has stages. */
export function StagesField({ type, ...field }: { type: AutomationType } & MultiSelectProps) {
  const options = useStageOptions();
  const chosen = field.value ?? [];
  if (options === undefined || (options.length === 0 && chosen.length === 0)) return null;
  const known = new Set(options.flatMap(({ items }) => items.map(({ value }) => value)));
  const former = chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: FORMER }));
  return (
    <MultiSelect
      label="Stages"
      description={
        type === 'stageMessage'
          ? undefined
          : 'Only for candidates in one of them. Leave it empty for everyone.'
      }
      placeholder={chosen.length === 0 ? 'Choose stages' : undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear stages' }}
      nothingFoundMessage="No such stage"
      {...field}
      data={former.length > 0 ? [...options, { group: FORMER, items: former }] : options}
    />
  );
}
