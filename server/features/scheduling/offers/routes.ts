import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor } from '../../../http/page.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { maySee } from '../../texting/conversations/rules.ts';
import { listConversationsOfCandidates } from '../../texting/conversations/store.ts';
import { asksByPerson } from '../calendars/ask-calendars.ts';
import { requireCandidate } from '../interviews/save-interview.ts';
import { connectedCalendars } from './calendars.ts';
import { withdrawOffer } from './close-offer.ts';
import { offerText, optionsOf } from './compose-offer.ts';
import { freeTimes } from './free-times.ts';
import { findHours, saveHours } from './hours-store.ts';
import { presentOffers } from './present.ts';
import { findTarget, numbered, prepareOffer, sendOffer } from './send-offer.ts';
import { findOffer, listOffers, listTaken } from './store.ts';

export function timeOfferRoutes(api: Api, deps: Deps): void {
  const calendars = connectedCalendars;

  api.on(routes.getWorkingHours, ({ db, session }) => findHours(db, session));

  api.on(routes.updateWorkingHours, async ({ db, session, body }) => {
    await saveHours(db, session, body, deps.clock());
    return findHours(db, session);
  });

  api.on(routes.listFreeTimes, async ({ db, session, query }) => {
    await deps.rateLimits.consume(asksByPerson, session.userId);
    const { candidateId, minutes } = query;
    const target = await findTarget(db, deps, session, { candidateId });
    const range = { from: new Date(query.from), to: new Date(query.to) };
    const [asked, taken] = await Promise.all([
      calendars.listBusyOf(deps, session, range),
      listTaken(db, session, range),
    ]);
    const { hours, zone, candidateZones } = target;
    const busy = [...asked.busy, ...taken];
    const free = freeTimes({
      ...range,
      now: deps.clock(),
      minutes,
      hours,
      zone: hours.timezone,
      candidateZones,
      busy,
    });
    return {
      items: free.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      timezone: hours.timezone,
      candidateTimezone: zone,
      incomplete: asked.incomplete,
    };
  });

  api.on(routes.previewTimeOffer, async ({ db, session, query }) => {
    const { zone } = await findTarget(db, deps, session, query);
    const times = numbered(query.times);
    return {
      body: offerText(query.intro ?? '', times, zone),
      options: optionsOf(times, zone),
      timezone: zone,
    };
  });

  api.once(routes.createTimeOffer, async ({ session, body, request, once }) => {
    await deps.rateLimits.consume(asksByPerson, session.userId);
    const prepared = await prepareOffer(deps, calendars, session, body);
    await once(async (tx) => {
      const id = await sendOffer(tx, deps, session, prepared, actorOf(session, request));
      const offer = await findOffer(tx, session.accountId, id);
      const [shown] = await presentOffers(tx, session, offer ? [offer] : []);
      if (shown === undefined) throw new Failure('internal');
      return shown;
    });
  });

  api.on(routes.listTimeOffers, async ({ db, session, query }) => {
    const { candidateId, limit } = query;
    await requireCandidate(db, session, candidateId);
    const after = decodeCursor(query.cursor);
    const now = deps.clock();
    const threads = await listConversationsOfCandidates(db, session.accountId, [candidateId]);
    const conversationIds = threads.filter((thread) => maySee(session, thread, now)).map(({ id }) => id);
    const rows = await listOffers(db, session, { candidateId, conversationIds, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await presentOffers(db, session, shown),
      nextCursor: rows.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
    };
  });

  api.on(routes.withdrawTimeOffer, async ({ db, session, params }) => {
    await inTransaction(db, (tx) => withdrawOffer(tx, session, params.id));
    return { status: 'ok' as const };
  });
}
