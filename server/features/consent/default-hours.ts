import type { TextingHours } from '../../../contract/texting-hours.ts';

const lists = (state: string, days: TextingHours['days'], from: number, to: number): TextingHours => ({
  state,
  days,
  from,
  to,
  source: "A texting vendor's list of state calling hours (Drop Cowboy)",
  checkedOn: '2025-11-01',
});
const none = { from: 12, to: 12 };

/**
 * States that are stricter than 8 AM to 9 PM, until a company has its own rows. Vendors' lists differ, and each row says whose it is.
 * The strictest that we found stands; courts have held that texts about jobs aren't solicitations, but it isn't settled.
 */
export const DEFAULT_HOURS: readonly TextingHours[] = [
  lists('AL', 'everyDay', 8, 20),
  { ...lists('AL', 'sunday', 12, 12), ...none },
  { ...lists('AL', 'holidays', 12, 12), ...none },
  lists('CT', 'everyDay', 9, 20),
  { ...lists('FL', 'everyDay', 8, 20), source: 'Fla. Stat. 501.616(6)', checkedOn: '2025-07-01' },
  lists('KY', 'everyDay', 10, 21),
  {
    ...lists('LA', 'everyDay', 8, 20),
    source: 'La. Public Service Commission, General Order R-29617, V(A)(2)',
    checkedOn: '2023-12-01',
  },
  { ...lists('LA', 'sunday', 12, 12), ...none },
  { ...lists('LA', 'holidays', 12, 12), ...none },
  lists('MD', 'everyDay', 8, 20),
  lists('MA', 'everyDay', 8, 20),
  lists('MI', 'everyDay', 9, 21),
  lists('MN', 'everyDay', 9, 21),
  lists('MS', 'everyDay', 8, 20),
  { ...lists('MS', 'sunday', 12, 12), ...none },
  {
    ...lists('MS', 'holidays', 12, 12),
    ...none,
    source: 'A list of restricted dates (dnc.com)',
    checkedOn: '2023-12-01',
  },
  lists('NV', 'everyDay', 9, 20),
  lists('NM', 'everyDay', 9, 21),
  lists('OK', 'everyDay', 8, 20),
  {
    ...lists('PA', 'holidays', 12, 12),
    ...none,
    source: 'A list of restricted dates (dnc.com)',
    checkedOn: '2023-12-01',
  },
  {
    ...lists('RI', 'holidays', 12, 12),
    ...none,
    source: 'A list of restricted dates (dnc.com)',
    checkedOn: '2023-12-01',
  },
  {
    ...lists('TX', 'everyDay', 9, 21),
    source: 'Tex. Bus. & Com. Code 302, with SB 140',
    checkedOn: '2025-09-01',
  },
  {
    ...lists('TX', 'sunday', 12, 21),
    source: 'Tex. Bus. & Com. Code 302, with SB 140',
    checkedOn: '2025-09-01',
  },
];
