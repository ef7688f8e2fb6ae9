import type { MergeAttribute } from './merge-attributes.ts';
import type { Onboarding } from './onboardings.ts';

/** Values of merge attributes about an onboarding, or that there is none. */
export function onboardingValues(
  onboarding: Pick<Onboarding, 'startsAt' | 'timezone'> | null,
): Record<Extract<MergeAttribute, `onboarding.${string}`>, string | null> {
  return {
    'onboarding.startDate':
      onboarding &&
      new Intl.DateTimeFormat('en-US', {
        timeZone: onboarding.timezone,
        weekday: 'long',
        month: 'long',
        day: 'numeric',
      }).format(new Date(onboarding.startsAt)),
  };
}
