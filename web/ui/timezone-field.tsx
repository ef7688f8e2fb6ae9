import { Select, type SelectProps } from '@mantine/core';

const nearby = [
  { value: 'America/New_York', label: 'Eastern (New York)' },
  { value: 'America/Chicago', label: 'Central (Chicago)' },
  { value: 'America/Denver', label: 'Mountain (Denver)' },
  { value: 'America/Phoenix', label: 'Arizona (Phoenix)' },
  { value: 'America/Los_Angeles', label: 'Pacific (Los Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska (Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)' },
  { value: 'America/Puerto_Rico', label: 'Atlantic (Puerto Rico)' },
];
const nearbyNames = new Set(nearby.map((zone) => zone.value));
const named = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ') });

const elsewhere = Intl.supportedValuesOf('timeZone')
  .filter((zone) => !nearbyNames.has(zone))
  .map(named);

/** Those of the United States first, then every one this browser knows. */
function zonesWith(chosen: string | null): { group: string; items: typeof nearby }[] {
  const known = !chosen || nearbyNames.has(chosen) || elsewhere.some((zone) => zone.value === chosen);
  return [
    { group: 'United States', items: nearby },
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
