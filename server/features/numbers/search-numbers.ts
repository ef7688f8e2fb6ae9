import type { AvailableNumber } from '../../adapters/carrier/port.ts';
import { areaCodeOf, areaCodesNear } from '../../area-codes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';

/** Each is a call to the carrier. */
const MOST_NEARBY_AREAS = 4;

/** Numbers for sale in the area code, or in the next one nearby that has any. */
export async function searchNumbers(
  deps: Pick<Deps, 'carrier' | 'log'>,
  areaCode: string,
  limit: number,
): Promise<(AvailableNumber & { areaCode: string })[]> {
  const areas = [areaCode, ...areaCodesNear(areaCode).slice(0, MOST_NEARBY_AREAS)];
  try {
    for (const area of areas) {
      const found = await deps.carrier.findNumbers({ areaCode: area, limit });
      if (found.length > 0)
        return found.map((number) => ({ ...number, areaCode: areaCodeOf(number.phoneNumber) ?? area }));
    }
    return [];
  } catch (error) {
    deps.log.warn({ err: error }, 'numbers could not be searched');
    throw new Failure('carrier_unavailable');
  }
}
