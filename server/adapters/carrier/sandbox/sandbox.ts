import { countSegments } from '../../../../contract/segments.ts';
import { TEST_NUMBERS } from '../../../../contract/test-numbers.ts';
import { isFictional } from '../../../phone.ts';
import type { CarrierEvent, CarrierStatus, SandboxCarrier, SandboxText, SendOutcome } from '../port.ts';

export interface Report {
  accountId: string | null;
  messageId: string | null;
  event: CarrierEvent;
  /** From now. */
  afterMs: number;
}

const SENT_AFTER_MS = 400;
const ENDED_AFTER_MS = 800;
const ANSWERED_AFTER_MS = 1500;

/** What sandboxes text through. It makes no calls: what it reports goes where webhooks of carriers are kept. */
export function createSandboxCarrier(deps: {
  clock: () => Date;
  /** Durable when it resolves. */
  report: (reports: Report[]) => Promise<void>;
}): SandboxCarrier {
  return {
    name: 'sandbox',
    // Its receipts say what became of a text. Without them by then, it wasn't kept.
    findSent: async () => [],
    provesAbsenceAfterMs: 60_000,
    send: async (text) => {
      if (!isFictional(text.from)) return refused('sender_not_usable');
      const fate = fateOf(text.to);
      if (fate?.does === 'refuse') return refused(fate.errorCode);
      await deps.report(reportsOf(text, fate, deps.clock()));
      if (fate?.does === 'loseReply') return { outcome: 'unknown' };
      return {
        outcome: 'accepted',
        carrierId: idOf(text),
        status: 'queued',
        segments: segmentsOf(text),
      };
    },
  };
}

type Fate = (typeof TEST_NUMBERS)[number] | undefined;

function fateOf(to: string): Fate {
  return isFictional(to) ? TEST_NUMBERS.find(({ line }) => to.endsWith(line)) : undefined;
}

const refused = (errorCode: Extract<SendOutcome, { outcome: 'refused' }>['errorCode']): SendOutcome => ({
  outcome: 'refused',
  errorCode,
  carrierCode: 'sandbox',
});

/** The same for a text that is handed over again, so that it is one text whatever happens. */
const idOf = ({ messageId }: SandboxText) => `SB${messageId.replaceAll('-', '')}`;
const segmentsOf = ({ body }: SandboxText) => countSegments(body).segments || 1;

function reportsOf(text: SandboxText, fate: Fate, now: Date): Report[] {
  const at = (afterMs: number) => new Date(now.getTime() + afterMs).toISOString();
  const receipt = (status: CarrierStatus, afterMs: number, errorCode: null | 'of fate' = null): Report => ({
    accountId: text.accountId,
    messageId: text.messageId,
    afterMs,
    event: {
      type: 'status',
      carrierId: idOf(text),
      status,
      errorCode: errorCode !== null && fate?.does === 'undeliver' ? fate.errorCode : null,
      carrierCode: errorCode === null ? null : 'sandbox',
      segments: segmentsOf(text),
      occurredAt: at(afterMs),
    },
  });
  const ended =
    fate?.does === 'undeliver'
      ? receipt('undelivered', ENDED_AFTER_MS, 'of fate')
      : receipt('delivered', ENDED_AFTER_MS);
  const receipts = [receipt('sent', SENT_AFTER_MS), ended];
  if (fate?.does !== 'answer' || text.isConfirmation) return receipts;
  return [
    ...receipts,
    {
      accountId: null,
      messageId: null,
      afterMs: ANSWERED_AFTER_MS,
      event: {
        type: 'inbound',
        carrierId: `${idOf(text)}A`,
        from: text.to,
        to: text.from,
        body: fate.body,
        media: [],
        occurredAt: at(ANSWERED_AFTER_MS),
        carrierOptOut: null,
      },
    },
  ];
}
