import { CONNECTED_DAYS } from '../../../contract/connected-apps.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

const button = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => ({
  label: 'Go to connected apps',
  url: `${publicUrl}/dashboard/integrations/apps`,
});

export function appConnected(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'You connected an app',
    paragraphs: [
      `You connected the app “${name}”. It can do what you can do, as far as you allowed it.`,
      "If you expected this, you don't need to do anything. If you didn't, disconnect the app and change your password.",
    ],
    button: button(deps),
  });
}

export function connectionEnds(
  { name, endsAt, timezone: timeZone }: { name: string; endsAt: Date; timezone: string },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(endsAt);
  return compose({
    subject: `Connect “${name}” again by ${day}`,
    paragraphs: [
      `You connected the app “${name}”. A connection lasts ${CONNECTED_DAYS} days, and this one ends on ${day}.`,
      'To renew it, open the app and connect Hiretext there again. Until then, everything works as before.',
      "If you already did, or don't need the app anymore, you don't need to do anything.",
    ],
    button: button(deps),
  });
}
