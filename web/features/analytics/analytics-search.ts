import type { SeatRole } from '../../../contract/seats.ts';

/* What the address of Analytics may carry. */

export const RANGES = ['today', '7d', '30d', '90d', 'month', 'dates'] as const;
export type AnalyticsRange = (typeof RANGES)[number];

export interface AnalyticsSearch {
  /** Default: 30 days. */
  range?: AnalyticsRange | undefined;
  /** Of own dates: 2026-11-21. */
  from?: string | undefined;
  to?: string | undefined;
  person?: string | undefined;
  role?: SeatRole | undefined;
  tag?: string | undefined;
  job?: string | undefined;
  /** A column that people are sorted by. */
  sort?: string | undefined;
  /** The figure whose conversations are looked at. */
  behind?: string | undefined;
  /** Of that, only these: `template:<ID>`. */
  of?: string | undefined;
}
