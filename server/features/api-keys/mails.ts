import type { KeyMode } from '../../../contract/api-keys.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

const button = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => ({
  label: 'Go to API keys',
  url: `${publicUrl}/dashboard/integrations/api`,
});

export function keyCreated(
  { name, mode }: { name: string; mode: KeyMode },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const isTest = mode === 'test';
  return compose({
    subject: isTest ? 'A new test key has your rights' : 'A new API key has your rights',
    paragraphs: [
      isTest
        ? `The test key “${name}” was created. Software that has it can try texting in your company's sandbox, which reaches no one.`
        : `The API key “${name}” was created. Software that has it can do what you can do, as far as the key's scopes go.`,
      "If you expected this, you don't need to do anything. If you didn't, ask an admin to delete the key.",
    ],
    button: button(deps),
  });
}

export function keyLeaked(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'We deleted an API key that was in a web address',
    paragraphs: [
      `Someone sent the API key “${name}” in a web address. Addresses end up in logs and browser histories, so we deleted the key.`,
      'Create a new key, and send it in the Authorization header instead.',
    ],
    button: button(deps),
  });
}
