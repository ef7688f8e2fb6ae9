import * as routes from '../../../../contract/routes.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { parsePhone } from '../../../phone.ts';
import { findSeatOfNumber } from '../../numbers/store.ts';
import { createKeepEvent } from './carrier-events.ts';

/** Test keys play candidates of the sandbox. A text of theirs is kept as a carrier's webhook is, and goes the same way from there. */
export function testTextRoutes(api: Api, deps: Deps): void {
  const keep = createKeepEvent(deps);

  api.on(routes.receiveTestText, async ({ db, session, body }) => {
    if (session.key?.mode !== 'test') throw new Failure('only_for_test_keys');
    const from = phoneOf(body.from, 'from');
    const to = phoneOf(body.to ?? session.phoneNumber ?? '', 'to');
    // What came in to a number goes to whose number it is, and in a sandbox all are of the sandbox's carrier.
    if ((await findSeatOfNumber(db, session.accountId, to)) === undefined)
      throw invalidField('to', 'Choose a number of your sandbox');
    const receivedAt = deps.clock();
    await keep({
      carrier: deps.sandboxCarrier.name,
      accountId: null,
      messageId: null,
      receivedAt,
      event: {
        type: 'inbound',
        carrierId: `SB${deps.newId().replaceAll('-', '')}`,
        from,
        to,
        body: body.body,
        media: [],
        occurredAt: receivedAt.toISOString(),
        carrierOptOut: null,
      },
    });
    return { status: 'ok' } as const;
  });
}

function phoneOf(typed: string, field: 'from' | 'to'): string {
  const phone = parsePhone(typed);
  if (phone === null) throw invalidField(field, 'Must be a valid phone number');
  return phone;
}
