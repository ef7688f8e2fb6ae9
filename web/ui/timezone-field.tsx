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

/** Those of the United States first, then every one this browser knows. */
function zonesWith(chosen: string | null | undefined): { group: string; items: typeof nearby }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !nearbyNames.has(zone));
  if (chosen && !nearbyNames.has(chosen) && !others.includes(chosen)) others.unshift(chosen);
  return [
    { group: 'United States', items: nearby },
    { group: 'Elsewhere', items: others.map(named) },
  ];
}

export function TimezoneField({
  value,
  ...props
}: Omit<SelectProps, 'data' | 'value'> & { value: string | null }) {
  return (
    <Select
      label="Time zone"
      searchable
      maxDropdownHeight={280}
      nothingFoundMessage="No such time zone"
      {...props}
      value={value}
      data={zonesWith(value)}
    />
  );
}
