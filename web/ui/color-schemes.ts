import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const colorSchemes = [
  { value: 'auto', label: 'Match system', short: 'System', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', short: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', short: 'Dark', icon: IconMoon },
] as const;
