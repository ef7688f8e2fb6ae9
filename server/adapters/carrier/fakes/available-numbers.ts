/** The numbers a fake carrier has for sale in an area code: NPA-555-0100 to 0199, which are reserved for fiction. */
export function numbersForSale(areaCode: string): string[] {
  if (!/^[2-9]\d\d$/.test(areaCode)) return [];
  return Array.from({ length: 100 }, (_, n) => `+1${areaCode}55501${String(n).padStart(2, '0')}`);
}

const places: Readonly<Record<string, { locality: string; region: string }>> = {
  '212': { locality: 'New York', region: 'NY' },
  '312': { locality: 'Chicago', region: 'IL' },
  '415': { locality: 'San Francisco', region: 'CA' },
  '512': { locality: 'Austin', region: 'TX' },
  '617': { locality: 'Boston', region: 'MA' },
};

/** Numbers of every area code there. */
export function numbersForSaleIn(where: { locality?: string | null; region: string }): string[] {
  return Object.entries(places)
    .filter(
      ([, { locality, region }]) => region === where.region && locality === (where.locality ?? locality),
    )
    .flatMap(([areaCode]) => numbersForSale(areaCode));
}

export function placeOf(areaCode: string): { locality: string; region: string } | null {
  return places[areaCode] ?? null;
}
