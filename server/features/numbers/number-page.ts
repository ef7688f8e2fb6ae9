import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { personName } from '../../../contract/person-name.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Limit } from '../../http/rate-limits.ts';

/** A person looks up a number or two; who walks through numbers asks for hundreds. */
const byAddress: Limit = { name: 'number page address', points: 100, seconds: 15 * 60 };
/** From all addresses together, so that many can't walk either. */
const fromAll: Limit = { name: 'number page', points: 20_000, seconds: 3600 };

const STYLE =
  ':root{color-scheme:light dark}body{max-width:32rem;margin:18vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** For candidates: whose the number is that texts them, where an admin lets them ask. */
export function numberPageRoute(app: FastifyInstance, deps: Deps): void {
  app.get('/v/*', async (request, reply) => {
    await deps.rateLimits.consume(byAddress, request.ip);
    await deps.rateLimits.consume(fromAll, '');
    const digits = (request.params as { '*': string })['*'];
    // Asked for what can't be a number too, which takes as long.
    const owner = await findOwner(deps.db, /^[1-9]\d{9,14}$/.test(digits) ? digits : '');
    return reply
      .code(owner === undefined ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(
        pageOf(
          owner === undefined
            ? "We can't say whose number this is."
            : `Yes, this number belongs to ${personName(owner)} at ${owner.company}.`,
        ),
      );
  });
}

function pageOf(sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Whose number is this?</title><style>${STYLE}</style></head><body><main><p>${escaped(sentence)}</p></main></body></html>`;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Owner {
  firstName: string;
  lastName: string;
  company: string;
}

/** Of a number that someone texts from. With the country code, or without that of the United States. */
async function findOwner(db: Db, digits: string): Promise<Owner | undefined> {
  const phoneNumber = digits.length === 10 ? `+1${digits}` : `+${digits}`;
  const { rows } = await sql<Owner>`
    select users.first_name as "firstName", users.last_name as "lastName", accounts.name as company
      from number_directory d
      join numbers n on n.account_id = d.account_id and n.id = d.number_id
      join accounts on accounts.id = d.account_id
      join seats on seats.account_id = d.account_id and seats.id = n.seat_id
      join users on users.account_id = d.account_id and users.id = seats.user_id
     where d.phone_number = ${phoneNumber} and accounts.number_page_enabled and accounts.deletes_at is null
       and n.link_status = 'linked' and n.quarantined_until is null and n.released_at is null`.execute(db);
  return rows[0];
}
