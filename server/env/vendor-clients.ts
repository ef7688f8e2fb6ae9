import { z } from 'zod';
import type { AtsType } from '../../contract/ats.ts';

/* Vendors at which people sign in for us: for each, another host instead of its default, and who this server is there. */

export interface VendorSettings {
  /** `<PREFIX>_API_BASE_URL`. */
  baseUrl: string | null;
  /** Who this server is there (`<PREFIX>_CLIENT_ID`, `_CLIENT_SECRET`). Null: people can't connect by signing in there. */
  client: { id: string; secret: string } | null;
}

/** What the variables of each applicant-tracking system begin with. */
export const ATS_PREFIXES = {
  greenhouse: 'GREENHOUSE',
  greenhouseOnboarding: 'GREENHOUSE_ONBOARDING',
  lever: 'LEVER',
  ashby: 'ASHBY',
  bambooHr: 'BAMBOOHR',
  bullhorn: 'BULLHORN',
  smartRecruiters: 'SMARTRECRUITERS',
  workable: 'WORKABLE',
  teamtailor: 'TEAMTAILOR',
  breezy: 'BREEZY',
  jazzHr: 'JAZZHR',
} as const satisfies Record<AtsType, string>;

/** What the variables of each provider begin with at which people sign in to connect their calendar. */
export const CALENDAR_PREFIXES = {
  google: 'GOOGLE_CALENDAR',
  microsoft: 'MICROSOFT_CALENDAR',
} as const;

type Name<Prefix extends string> = `${Prefix}_${'API_BASE_URL' | 'CLIENT_ID' | 'CLIENT_SECRET'}`;

/** An empty variable counts as absent. */
const absent = (value: unknown) => (value === '' ? undefined : value);
const Text = z.preprocess(absent, z.string().optional());
const Address = z.preprocess(
  absent,
  z.url({ protocol: /^https?$/, error: 'Use an address like http://127.0.0.1:4000' }).optional(),
);

export function clientVariables<Prefix extends string>(
  prefixes: Record<string, Prefix>,
): Record<Name<Prefix>, typeof Text> {
  return Object.fromEntries(
    Object.values(prefixes).flatMap((prefix) => [
      [`${prefix}_API_BASE_URL`, Address],
      [`${prefix}_CLIENT_ID`, Text],
      [`${prefix}_CLIENT_SECRET`, Text],
    ]),
  ) as Record<Name<Prefix>, typeof Text>;
}

export function readClients<Vendor extends string>(
  prefixes: Record<Vendor, string>,
  variables: Record<string, unknown>,
  sentences: string[],
): ReadonlyMap<Vendor, VendorSettings> {
  const textOf = (name: string) => variables[name] as string | undefined;
  return new Map(
    (Object.keys(prefixes) as Vendor[]).map((vendor) => {
      const prefix = prefixes[vendor];
      const id = textOf(`${prefix}_CLIENT_ID`);
      const secret = textOf(`${prefix}_CLIENT_SECRET`);
      if (id !== undefined && secret === undefined)
        sentences.push(`${prefix}_CLIENT_SECRET is missing. It goes with ${prefix}_CLIENT_ID.`);
      if (id === undefined && secret !== undefined)
        sentences.push(`${prefix}_CLIENT_ID is missing. It goes with ${prefix}_CLIENT_SECRET.`);
      return [
        vendor,
        {
          baseUrl: textOf(`${prefix}_API_BASE_URL`) ?? null,
          client: id === undefined || secret === undefined ? null : { id, secret },
        },
      ];
    }),
  );
}
