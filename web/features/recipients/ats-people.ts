import { useQuery } from '@tanstack/react-query';
import { ATS_NAMES, type AtsPersonFound } from '../../../contract/ats.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { listed } from '../../lib/words.ts';
import { type Recipient, recipientOf } from './recipient.ts';

/** Systems can be searched only for whole addresses and numbers. */
const isAsked = (search: string) =>
  endsWithEmail(search.split(/\s/).at(-1) ?? '') || search.replace(/\D/g, '').length >= 7;

function endsWithEmail(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 3) > at + 1;
}

/** Who the company's systems have under what was typed, and who isn't a candidate here yet. */
export function useAtsPeople(search: string) {
  const { data, isFetching } = useQuery({
    ...routeQuery(routes.searchAts, { query: { search } }),
    enabled: isAsked(search),
    meta: { quiet: true },
  });
  const away = data?.away.map((type) => ATS_NAMES[type]) ?? [];
  return {
    people: (data?.people ?? []).filter(({ candidateId }) => candidateId === null),
    isAsking: isFetching,
    notice: away.length > 0 ? `${listed(away)} didn't answer, so someone may be missing here.` : null,
  };
}

/** Makes them a candidate. */
export function useAddFromAts(onAdded: (recipient: Recipient) => void) {
  return useSave({
    save: async ({ atsType, externalId }: AtsPersonFound) => {
      const { candidateId } = await call(routes.addFromAts, { body: { atsType, externalId } });
      return recipientOf(await call(routes.getCandidate, { params: { id: candidateId } }));
    },
    onDone: onAdded,
  });
}

export const nameOf = (person: AtsPersonFound) =>
  personName(person) || person.email || (person.phoneNumberFormatted ?? 'No name');
