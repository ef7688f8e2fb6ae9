import type { KeyMode } from '../../../contract/api-keys.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

const button = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => ({
  label: 'Go to API keys',
  url: `${publicUrl}/dashboard/integrations/api`,
});

interface OfKey {
  name: string;
  /** Whose key it is; null for the key of the person who gets the mail. */
  service: string | null;
}

const unexpected = (service: string | null): string =>
  `If you expected this, you don't need to do anything. If you didn't, ${service === null ? 'ask an admin to delete the key' : 'delete the key'}.`;

export function keyCreated(
  { name, mode, service }: OfKey & { mode: KeyMode },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const isTest = mode === 'test';
  return compose({
    subject: `A new ${isTest ? 'test key' : 'API key'} has ${service === null ? 'your rights' : `the rights of ${service}`}`,
    paragraphs: [
      isTest
        ? `The test key “${name}” was created. Software that has it can try texting in your company's sandbox, which reaches no one.`
        : `The API key “${name}” was created. Software that has it can do what ${service ?? 'you'} can do, as far as the key's scopes go.`,
      unexpected(service),
    ],
    button: button(deps),
  });
}

export function keyRotated({ name, service }: OfKey, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: `${service === null ? 'Your API key' : `An API key of ${service}`} has a new secret`,
    paragraphs: [
      `There is a new secret for the API key “${name}”. Software that has it can do what ${service ?? 'you'} can do, as far as the key's scopes go.`,
      unexpected(service),
    ],
    button: button(deps),
  });
}

export function keyLeaked(
  { name, isCurrent }: { name: string; isCurrent: boolean },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const why = 'Addresses end up in logs and browser histories';
  return compose({
    subject: isCurrent
      ? 'We deleted an API key that was in a web address'
      : 'We turned off an API key secret that was in a web address',
    paragraphs: isCurrent
      ? [
          `Someone sent the API key “${name}” in a web address. ${why}, so we deleted the key.`,
          'Create a new key, and send it in the Authorization header instead.',
        ]
      : [
          `Someone sent the former secret of the API key “${name}” in a web address. ${why}, so we turned that secret off. The new secret still works.`,
          'Use the new secret everywhere, and send it in the Authorization header.',
        ],
    button: button(deps),
  });
}
