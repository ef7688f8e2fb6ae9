import { z } from 'zod';
import { PresenceState } from '../../contract/conversations.ts';

/** Who has a conversation open, or writes in it. It is in no table: nodes send it to each other, and it ends automatically. */
const Presence = z.object({
  accountId: z.string(),
  conversationId: z.string(),
  user: z.object({ id: z.string(), firstName: z.string() }),
  state: PresenceState,
  /** Who may see the conversation, apart from admins. */
  userIds: z.array(z.string()),
});
export type Presence = z.infer<typeof Presence>;

export const PRESENCE_ENDS_AFTER_MS = 15_000;
/** More than the people of all companies have open. Anyone on the wire could send any number. */
export const MOST_PRESENCES = 20_000;

interface Kept {
  presence: Presence;
  ends: NodeJS.Timeout;
}

/** What this node has heard of who is where. `changed` is called with what is new, the end included. */
export function createPresences(changed: (presence: Presence) => void) {
  const byAccount = new Map<string, Map<string, Kept>>();
  let size = 0;
  const keyOf = ({ conversationId, user }: Presence) => `${conversationId} ${user.id}`;

  function forget(presence: Presence): Presence | undefined {
    const kept = byAccount.get(presence.accountId);
    const before = kept?.get(keyOf(presence));
    clearTimeout(before?.ends);
    if (kept?.delete(keyOf(presence))) size -= 1;
    if (kept?.size === 0) byAccount.delete(presence.accountId);
    return before?.presence;
  }

  return {
    heard(presence: Presence): void {
      const before = forget(presence);
      if (presence.state === 'left') {
        if (before) changed(presence);
        return;
      }
      if (size >= MOST_PRESENCES) return;
      size += 1;
      const end = () => {
        const last = forget(presence);
        if (last) changed({ ...last, state: 'left' });
      };
      const kept = byAccount.get(presence.accountId) ?? new Map<string, Kept>();
      byAccount.set(presence.accountId, kept);
      kept.set(keyOf(presence), { presence, ends: setTimeout(end, PRESENCE_ENDS_AFTER_MS).unref() });
      if (before?.state !== presence.state) changed(presence);
    },
    of: (accountId: string): Presence[] =>
      [...(byAccount.get(accountId)?.values() ?? [])].map(({ presence }) => presence),
    close(): void {
      for (const kept of byAccount.values()) for (const { ends } of kept.values()) clearTimeout(ends);
      byAccount.clear();
    },
  };
}

/** What nodes send each other. Null for anything else. */
export function parsePresence(payload: string): Presence | null {
  try {
    return Presence.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
