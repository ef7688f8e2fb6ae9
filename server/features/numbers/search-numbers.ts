import type { AvailableNumber } from '../../adapters/carrier/port.ts';
import { areaCodeOf, findAreaCode } from '../../area-codes.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';

/** Numbers for sale in the area code, or nearby if it has none. */
export async function searchNumbers(
  deps: Pick<Deps, 'carrier' | 'log'>,
  areaCode: string,
  limit: number,
): Promise<(AvailableNumber & { areaCode: string })[]> {
  try {
    const found = await deps.carrier.findNumbers({ areaCode, limit });
    const offered = found.length > 0 ? found : await searchNear(deps, areaCode, limit);
    return offered.map((number) => ({ ...number, areaCode: areaCodeOf(number.phoneNumber) ?? areaCode }));
  } catch (error) {
    deps.log.warn({ err: error }, 'numbers could not be searched');
    throw new Failure('carrier_unavailable');
  }
}

async function searchNear({ carrier }: Pick<Deps, 'carrier'>, areaCode: string, limit: number) {
  const place = findAreaCode(areaCode);
  if (place?.state == null) return [];
  return carrier.findNumbersNear({ areaCode, city: place.city, state: place.state, limit });
}
