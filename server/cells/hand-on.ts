import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requireStorable } from '../http/storable.ts';
import { isHere } from './leads.ts';
import { Lead } from './questions.ts';

/**
 * The answer of the cell that has what a vendor's webhook is about; null where it's for this one. To be called once the webhook is
 * known to be the vendor's, so that no one else can have cells ask each other. Throws where a cell gives no answer: the vendor repeats it.
 */
export async function handOn(
  { cells, db }: Pick<Deps, 'cells' | 'db'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  lead: Lead | undefined,
): Promise<FastifyReply | null> {
  if (cells === null || cells.wasHandedOn(request)) return null;
  const { data: found } = Lead.safeParse(lead);
  if (found === undefined || (await isHere(db, requireStorable(found)))) return null;
  const cell = await cells.find(found);
  return cell && cells.handOn(cell, request, reply);
}
