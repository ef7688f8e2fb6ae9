import { Select, type SelectProps } from '@mantine/core';
import { nearbyZones, zoneName } from '../lib/zones.ts';

const nearbyNames = new Set(nearbyZones.map((zone) => zone.value));
const named = (zone: string) => ({ value: zone, label: zoneName(zone) });

const elsewhere = Intl.supportedValuesOf('timeZone')
  .filter((zone) => !nearbyNames.has(zone))
  .map(named);

/** Those of the United States first, then every one this browser knows. */
function zonesWith(chosen: string | null): { group: string; items: typeof nearbyZones }[] {
  const known = !chosen || nearbyNames.has(chosen) || elsewhere.some((zone) => zone.value === chosen);
  return [
    { group: 'United States', items: nearbyZones },
    { group: 'Elsewhere', items: known ? elsewhere : [named(chosen), ...elsewhere] },
  ];
}

export function TimezoneField({
  value = null,
  ...props
}: Omit<SelectProps, 'data' | 'value'> & { value?: string | null }) {
  return (
    <Select
      label="Time zone"
      searchable
      maxDropdownHeight={280}
      nothingFoundMessage="No time zones found"
      // Four hundred hidden options would be drawn again with every letter typed in the form.
      {...props}
      value={value}
      data={zonesWith(value)}
    />
  );
}
