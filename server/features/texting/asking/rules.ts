const DAY_MS = 24 * 3600_000;

/** The text that asks for consent, unless the company has its own. In GSM-7, so that it is two segments at most. */
export function requestText({ company, firstName }: { company: string; firstName: string }): string {
  const who = company.trim().slice(0, 60);
  return `Hi, ${firstName.trim().slice(0, 30)} from ${who} here. May we text you about jobs? Reply YES to agree or NO to decline. Frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.`;
}

/** What a question was, the last time. */
export interface AskedFor {
  askedAt: Date;
  remindedAt: Date | null;
  answeredAt: Date | null;
}

/** Why someone who hasn't opted out isn't asked. Null: they are. */
export function refusalToAsk(
  asked: AskedFor | undefined,
  hasGranted: boolean,
  now: Date,
): 'consent_on_record' | 'consent_asked' | null {
  if (hasGranted) return 'consent_on_record';
  return mayAsk(asked, now) ? null : 'consent_asked';
}

/** For the first time, or once more a day later. After an answer that we could read, there is nothing to ask. */
export function mayAsk(asked: AskedFor | undefined, now: Date): boolean {
  if (asked === undefined) return true;
  if (asked.answeredAt !== null || asked.remindedAt !== null) return false;
  return now.getTime() - asked.askedAt.getTime() >= DAY_MS;
}
