import { CEASING, CEASING_CALLS } from './frames/ceasing.ts';
import { COMPLAINING } from './frames/complaining.ts';
import { DECLINING, DECLINING_CALLS, DECLINING_TEXTS, FLAT_NO } from './frames/declining.ts';
import { NEVER_APPLIED, REMOVING } from './frames/removing.ts';
import { pattern } from './roles.ts';

/** One way to ask, as a pattern over roles. */
export interface Frame {
  asks: RegExp;
  /** What said elsewhere in the text shows that it isn't meant: texts are welcome, calls are, or other jobs are. */
  excusedBy?: 'texts' | 'calls' | 'jobs' | 'applying';
}

/** To be called after the vocabularies are made: patterns name their roles. */
export function framesOf(): Frame[] {
  return [
    ...[...CEASING, ...DECLINING, ...REMOVING, ...COMPLAINING].map((asks) => ({ asks: pattern(asks) })),
    ...[...CEASING_CALLS, ...DECLINING_CALLS].map((asks) => ({
      asks: pattern(asks),
      excusedBy: 'texts' as const,
    })),
    ...DECLINING_TEXTS.map((asks) => ({ asks: pattern(asks), excusedBy: 'calls' as const })),
    ...NEVER_APPLIED.map((asks) => ({ asks: pattern(asks), excusedBy: 'applying' as const })),
    ...FLAT_NO.map((asks) => ({ asks: pattern(asks), excusedBy: 'jobs' as const })),
  ];
}
