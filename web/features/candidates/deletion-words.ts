import { personName } from '../../../contract/person-name.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { counted, listed } from '../../lib/words.ts';

type Preview = ReplyOutput<typeof routes.getCandidateDeletionPreview>;

/** More names than that no one reads. */
const MOST_NAMED = 4;

/** "This deletes Kim Lee and 3 conversations: yours, Ana Reed's, and Ben Ito's." */
export function whatGoes(name: string, { owners }: Preview, userId: string): string {
  const count = owners.reduce((sum, { conversations }) => sum + conversations, 0);
  if (count === 0) return `This deletes ${name}. No one has a conversation with them.`;
  const others = owners.length - MOST_NAMED;
  const named = others > 1 ? owners.slice(0, MOST_NAMED) : owners;
  const whose = named.map(({ user, conversations }) => {
    const before = conversations === 1 ? '' : `${conversations} of `;
    if (user === null) return conversations === 1 ? '1 that no one has' : `${conversations} that no one has`;
    return `${before}${user.id === userId ? 'yours' : `${personName(user)}'s`}`;
  });
  if (others > 1) whose.push(`those of ${others} other people`);
  const list = listed(whose);
  return `This deletes ${name} and ${counted(count, 'conversation')}: ${list}.`;
}

export function whatIsCanceled({ scheduledTexts }: Preview): string | null {
  if (scheduledTexts === 0) return null;
  return scheduledTexts === 1
    ? '1 scheduled text is canceled for good.'
    : `${scheduledTexts} scheduled texts are canceled for good.`;
}
