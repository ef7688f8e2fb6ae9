/** Whether an automatic reply with this period is on at a time. */
export function isAway(
  absence: { outOfOfficeMessageEnabled: boolean; startsAt: string | null; endsAt: string | null },
  at: Date,
): boolean {
  const { outOfOfficeMessageEnabled, startsAt, endsAt } = absence;
  if (!outOfOfficeMessageEnabled) return false;
  return (
    (startsAt === null || Date.parse(startsAt) <= at.getTime()) &&
    (endsAt === null || Date.parse(endsAt) > at.getTime())
  );
}
