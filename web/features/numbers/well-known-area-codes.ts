/** Places to try when someone has no area code in mind, or theirs has no numbers left. */
export const wellKnownAreaCodes = [
  { areaCode: '212', place: 'New York' },
  { areaCode: '213', place: 'Los Angeles' },
  { areaCode: '312', place: 'Chicago' },
  { areaCode: '713', place: 'Houston' },
  { areaCode: '602', place: 'Phoenix' },
  { areaCode: '404', place: 'Atlanta' },
  { areaCode: '415', place: 'San Francisco' },
  { areaCode: '206', place: 'Seattle' },
] as const;
