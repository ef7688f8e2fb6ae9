import { type Env, EnvError, readEnv } from '../../server/env.ts';
import { type Finding, fail, ok } from './check.ts';

const NEEDED_MAJOR = 24;

/** The settings as the server would read them, and what is wrong with them. */
export function checkSettings(
  variables: Record<string, string | undefined>,
  checkout: string,
): { env: Env | null; findings: Finding[] } {
  try {
    const env = readEnv(variables, checkout);
    const mode = env.local ? 'local mode' : 'production';
    return { env, findings: [ok('settings', `Complete for ${mode}.`)] };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return { env: null, findings: error.sentences.map(findingOf) };
  }
}

/** "NAME is missing. Set it to ..." */
function findingOf(sentence: string): Finding {
  const [, found = sentence, cure = ''] = /^(.*?\.)\s(.*)$/s.exec(sentence) ?? [];
  return fail('settings', found, cure || 'Correct this setting, then start the server again.');
}

export function checkNode(version: string): Finding {
  const major = Number.parseInt(version.replace(/^v/, ''), 10);
  if (major >= NEEDED_MAJOR) return ok('node', `Node ${version}.`);
  return fail(
    'node',
    `This is Node ${version}.`,
    `Install Node ${NEEDED_MAJOR} or newer, or start with npm, which brings it where it can.`,
  );
}
