/**
 * Where a US ZIP code is, by its first three digits, as the Postal Service gives them out by state. Where an area is in several time
 * zones, or some of its towns keep the time of their neighbors, it has all of them.
 */
interface ZipArea {
  /** Two letters. */
  state: string;
  /** IANA names. */
  zones: string[];
}

const ZONES = {
  atlantic: ['America/Puerto_Rico'],
  eastern: ['America/New_York'],
  central: ['America/Chicago'],
  mountain: ['America/Denver'],
  phoenix: ['America/Phoenix'],
  pacific: ['America/Los_Angeles'],
  alaska: ['America/Anchorage'],
  hawaii: ['Pacific/Honolulu'],
  easternCentral: ['America/New_York', 'America/Chicago'],
  centralMountain: ['America/Chicago', 'America/Denver'],
  mountainPacific: ['America/Denver', 'America/Los_Angeles'],
  phoenixNavajo: ['America/Phoenix', 'America/Denver'],
  alaskaAleutian: ['America/Anchorage', 'America/Adak'],
  hawaiiSamoa: ['Pacific/Honolulu', 'Pacific/Pago_Pago'],
} as const;

/** State, prefixes and where they are. Those of the military, and of islands that are states of their own, are left out. */
const AREAS: [string, string, keyof typeof ZONES][] = [
  ['PR', '006-007 009', 'atlantic'],
  ['VI', '008', 'atlantic'],
  ['MA', '010-027 055', 'eastern'],
  ['RI', '028-029', 'eastern'],
  ['NH', '030-038', 'eastern'],
  ['ME', '039-049', 'eastern'],
  ['VT', '050-054 056-059', 'eastern'],
  ['CT', '060-069', 'eastern'],
  ['NJ', '070-089', 'eastern'],
  ['NY', '005 100-149', 'eastern'],
  ['PA', '150-196', 'eastern'],
  ['DE', '197-199', 'eastern'],
  ['DC', '200 202-205 569', 'eastern'],
  ['MD', '206-219', 'eastern'],
  ['VA', '201 220-246', 'eastern'],
  ['WV', '247-268', 'eastern'],
  ['NC', '270-289', 'eastern'],
  ['SC', '290-299', 'eastern'],
  ['GA', '300-319 398-399', 'eastern'],
  ['FL', '320-323 326-339 341-342 344 346-347 349', 'eastern'],
  ['FL', '324', 'easternCentral'],
  ['FL', '325', 'central'],
  ['AL', '350-367 369', 'central'],
  ['AL', '368', 'easternCentral'],
  ['TN', '370-372 380-385', 'central'],
  ['TN', '373 377', 'easternCentral'],
  ['TN', '374 376 378-379', 'eastern'],
  ['MS', '386-397', 'central'],
  ['KY', '400 402-418', 'eastern'],
  ['KY', '401 425-427', 'easternCentral'],
  ['KY', '420-424', 'central'],
  ['OH', '430-459', 'eastern'],
  ['IN', '460-462 466-474 478', 'eastern'],
  ['IN', '465 475 479', 'easternCentral'],
  ['IN', '463-464 476-477', 'central'],
  ['MI', '480-497', 'eastern'],
  ['MI', '498-499', 'easternCentral'],
  ['IA', '500-528', 'central'],
  ['WI', '530-549', 'central'],
  ['MN', '550-567', 'central'],
  ['SD', '570-574', 'central'],
  ['SD', '575-576', 'centralMountain'],
  ['SD', '577', 'mountain'],
  ['ND', '580-584 587', 'central'],
  ['ND', '585-586 588', 'centralMountain'],
  ['MT', '590-599', 'mountain'],
  ['IL', '600-629', 'central'],
  ['MO', '630-658', 'central'],
  ['KS', '660-676 679', 'central'],
  ['KS', '677-678', 'centralMountain'],
  ['NE', '680-689', 'central'],
  ['NE', '690-692', 'centralMountain'],
  ['NE', '693', 'mountain'],
  ['LA', '700-714', 'central'],
  ['AR', '716-729', 'central'],
  ['OK', '730-731 734-749', 'central'],
  ['TX', '733 750-797', 'central'],
  ['TX', '798', 'centralMountain'],
  ['TX', '799 885', 'mountain'],
  ['CO', '800-816', 'mountain'],
  ['WY', '820-831', 'mountain'],
  ['ID', '832-834 836-837', 'mountain'],
  ['ID', '835', 'mountainPacific'],
  ['ID', '838', 'pacific'],
  ['UT', '840-847', 'mountain'],
  ['AZ', '850-859 863-864', 'phoenix'],
  ['AZ', '860 865', 'phoenixNavajo'],
  ['NM', '870-884', 'mountain'],
  ['NV', '889-897', 'pacific'],
  ['NV', '898', 'mountainPacific'],
  ['CA', '900-961', 'pacific'],
  ['HI', '967', 'hawaiiSamoa'],
  ['HI', '968', 'hawaii'],
  ['OR', '970-978', 'pacific'],
  ['OR', '979', 'mountainPacific'],
  ['WA', '980-994', 'pacific'],
  ['AK', '995', 'alaskaAleutian'],
  ['AK', '996-999', 'alaska'],
];

const areas = new Map(
  AREAS.flatMap(([state, prefixes, place]) =>
    prefixes.split(' ').flatMap((range) => {
      const [first = '', last = first] = range.split('-');
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at): [string, ZipArea] => [
        String(Number(first) + at).padStart(3, '0'),
        { state, zones: [...ZONES[place]] },
      ]);
    }),
  ),
);

/** Null: no ZIP code, or none that says where it is. */
export function findZipArea(zipCode: string | null): ZipArea | null {
  return zipCode === null ? null : (areas.get(zipCode.slice(0, 3)) ?? null);
}
