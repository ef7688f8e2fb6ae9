import { personName } from '../../../contract/person-name.ts';
import type { HelpChat } from '../../../contract/support.ts';
import type { User } from '../../../contract/users.ts';
import { onSessionEnd } from '../../lib/session/session.ts';

/** The part of the Messenger's script that is used (https://developers.intercom.com/installing-intercom/web/methods). */
type Messenger = (command: 'boot' | 'show' | 'shutdown', settings?: Record<string, unknown>) => void;

declare global {
  interface Window {
    Intercom?: Messenger;
  }
}

const API_BASES = {
  us: 'https://api-iam.intercom.io',
  eu: 'https://api-iam.eu.intercom.io',
  au: 'https://api-iam.au.intercom.io',
} as const;

let bootedFor: string | null = null;

/** Loads the Messenger when it is first needed, gives it the person's identity, and opens it. */
export async function openIntercom(
  { appId, region }: Extract<HelpChat, { type: 'intercom' }>,
  user: User,
): Promise<void> {
  const messenger = window.Intercom ?? (await loadMessenger(appId));
  if (bootedFor !== user.id) {
    messenger('boot', {
      api_base: API_BASES[region],
      app_id: appId,
      user_id: user.id,
      // Without it, anyone who knows an id could read that person's conversations with support.
      user_hash: user.supportUserHash,
      name: personName(user),
      email: user.email,
      // The Support tab is the launcher.
      hide_default_launcher: true,
    });
    bootedFor = user.id;
    closeWithSession(messenger);
  }
  messenger('show');
}

/** The next person at this browser sees nothing of this one's conversations. */
function closeWithSession(messenger: Messenger): void {
  const unlisten = onSessionEnd(() => {
    unlisten();
    bootedFor = null;
    messenger('shutdown');
  });
}

function loadMessenger(appId: string): Promise<Messenger> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // The next try asks for it again.
      script.remove();
      reject(new Error('The Messenger was not loaded'));
    };
    script.src = `https://widget.intercom.io/widget/${encodeURIComponent(appId)}`;
    script.addEventListener('load', () => (window.Intercom ? resolve(window.Intercom) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}
