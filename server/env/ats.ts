import { z } from 'zod';
import { AtsType } from '../../contract/ats.ts';

/* Applicant-tracking systems: for each, another host instead of its own, and who this server is there. */

export interface AtsSettings {
  /** `<PREFIX>_API_BASE_URL`. */
  baseUrl: string | null;
  /** Who this server is there (`<PREFIX>_CLIENT_ID`, `_CLIENT_SECRET`). Null: people can't connect by signing in there. */
  client: { id: string; secret: string } | null;
}

const PREFIXES = {
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

type Prefix = (typeof PREFIXES)[AtsType];
type Name = `${Prefix}_${'API_BASE_URL' | 'CLIENT_ID' | 'CLIENT_SECRET'}`;

/** An empty variable counts as absent. */
const absent = (value: unknown) => (value === '' ? undefined : value);
const Text = z.preprocess(absent, z.string().optional());
const Address = z.preprocess(
  absent,
  z.url({ protocol: /^https?$/, error: 'Use an address like http://127.0.0.1:4000' }).optional(),
);

export const atsVariables = Object.fromEntries(
  Object.values(PREFIXES).flatMap((prefix) => [
    [`${prefix}_API_BASE_URL`, Address],
    [`${prefix}_CLIENT_ID`, Text],
    [`${prefix}_CLIENT_SECRET`, Text],
  ]),
) as Record<Name, typeof Text>;

export function readAts(
  variables: { [name in Name]?: string | undefined },
  sentences: string[],
): ReadonlyMap<AtsType, AtsSettings> {
  return new Map(
    AtsType.options.map((type) => {
      const prefix = PREFIXES[type];
      const id = variables[`${prefix}_CLIENT_ID`];
      const secret = variables[`${prefix}_CLIENT_SECRET`];
      if (id !== undefined && secret === undefined)
        sentences.push(`${prefix}_CLIENT_SECRET is missing. It goes with ${prefix}_CLIENT_ID.`);
      if (id === undefined && secret !== undefined)
        sentences.push(`${prefix}_CLIENT_ID is missing. It goes with ${prefix}_CLIENT_SECRET.`);
      return [
        type,
        {
          baseUrl: variables[`${prefix}_API_BASE_URL`] ?? null,
          client: id === undefined || secret === undefined ? null : { id, secret },
        },
      ];
    }),
  );
}
