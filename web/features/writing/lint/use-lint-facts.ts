import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Account } from '../../../../contract/accounts.ts';
import { hasClockTime } from '../../../../contract/lint/clock-times.ts';
import type { LintFacts } from '../../../../contract/lint/finding.ts';
import { EXAMPLE_VALUES, type MergeValues } from '../../../../contract/merge-attributes.ts';
import { personName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { valuesFor } from '../preview-values.ts';
import type { Texted } from '../texted.ts';

/** As the preview of a template has it. Examples of links would be taken for links to others. */
function exampleValues(user: User, account: Account | undefined): MergeValues {
  const { 'calendar.link': _calendar, 'interview.videoUrl': _video, ...examples } = EXAMPLE_VALUES;
  return {
    ...examples,
    'recruiter.firstName': user.firstName,
    'recruiter.lastName': user.lastName,
    'recruiter.fullName': personName(user),
    ...(account ? { 'company.name': account.name } : {}),
  };
}

/** Of the links that we suggest. Where the company's own aren't known, there is nothing to compare with. */
const ownHosts = ({ domains, numberPageEnabled }: Account): string[] =>
  domains?.length && numberPageEnabled ? [location.hostname] : [];

/** What is known about a text that is being written: to a candidate or, without one, a template. */
export function useLintFacts(
  body: string,
  { user, candidate, isFirst }: { user: User; candidate: Texted | undefined; isFirst: boolean },
): LintFacts {
  const { account } = useMe();
  const id = candidate?.id ?? '';
  const zones = useQuery({
    ...routeQuery(routes.getCandidate, { params: { id } }),
    enabled: id !== '' && hasClockTime(body),
    staleTime: 60_000,
    meta: { quiet: true },
  }).data?.zones;
  return useMemo(() => {
    const values: MergeValues = candidate
      ? valuesFor(candidate, user, account)
      : exampleValues(user, account);
    // Until someone names the company, it has the name of the person who signed up.
    const isNamed = account.name !== personName(user);
    return {
      values,
      company: isNamed ? account.name : null,
      sender: user,
      isFirst,
      isTemplate: candidate === undefined,
      domains: [...(account.domains ?? []), ...ownHosts(account)],
      zones: zones ? { sender: user.timezone, candidate: zones } : null,
      at: new Date(),
    };
  }, [candidate, user, account, isFirst, zones]);
}
