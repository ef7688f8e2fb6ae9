import type { z } from 'zod';
import type { AtsApi, AtsRequest } from '../api.ts';
import { needing, RightsMissing } from '../failures.ts';
import { items } from '../records.ts';
import { Company } from './replies.ts';

const API = 'https://api.breezy.hr/v3';

/** Comes with a plan, not with a role. */
export const DEVELOPER_API = 'a plan with the Developer API';

/** A key belongs to a person, and every address holds their company: the first, for those who work in several. */
export async function findCompany(api: AtsApi): Promise<z.infer<typeof Company>> {
  const request = { method: 'GET', url: `${API}/companies` } as const;
  const { body } = await needing(
    DEVELOPER_API,
    api.read('list companies', request, items(api, 'other', Company)),
  );
  const [company] = body;
  if (company === undefined) throw new RightsMissing('list companies', ['to be a member of a company']);
  return company;
}

/** A company's part of the API, for the calls that one action takes. */
export interface CompanyApi {
  read<T>(what: string, asked: Asked, schema: z.ZodType<T>): Promise<T>;
  write<T>(what: string, asked: Asked, schema: z.ZodType<T>): Promise<T>;
}

/** `path`: within the company. */
type Asked = Omit<AtsRequest, 'url'> & { path: string };

export async function companyApi(api: AtsApi): Promise<CompanyApi> {
  const { _id } = await findCompany(api);
  const requestOf = ({ path, ...rest }: Asked) => ({ ...rest, url: `${API}/company/${_id}/${path}` });
  return {
    read: async (what, asked, schema) =>
      (await needing(DEVELOPER_API, api.read(what, requestOf(asked), schema))).body,
    write: async (what, asked, schema) =>
      (await needing(DEVELOPER_API, api.write(what, requestOf(asked), schema))).body,
  };
}

/** The external id of a candidate: they can be read with their position only. */
export const idOf = (positionId: string, candidateId: string) => `${positionId}/${candidateId}`;

/** Null: it isn't one of ours. */
export function pathOf(externalId: string): string | null {
  const [, positionId, candidateId] = /^(\w+)\/(\w+)$/.exec(externalId) ?? [];
  return positionId === undefined ? null : `position/${positionId}/candidate/${candidateId}`;
}
