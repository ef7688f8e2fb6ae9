import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

export function appConnected(name: string, { publicUrl }: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'You connected an app',
    paragraphs: [
      `You connected the app “${name}”. It can do what you can do, as far as you allowed it.`,
      "If you expected this, you don't need to do anything. If you didn't, disconnect the app and change your password.",
    ],
    button: { label: 'Go to connected apps', url: `${publicUrl}/dashboard/integrations/apps` },
  });
}
