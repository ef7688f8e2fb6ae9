import type { AtsApi } from '../api.ts';
import { items } from '../records.ts';
import type { CompanyApi } from './address.ts';
import { Position } from './replies.ts';

/** Of every state, also pools of candidates. Without a page size they come at once. */
export function listPositions(api: AtsApi, company: CompanyApi): Promise<Position[]> {
  return company.read('list positions', { method: 'GET', path: 'positions' }, items(api, 'job', Position));
}
