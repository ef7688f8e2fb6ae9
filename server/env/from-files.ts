import { readFileSync, statSync } from 'node:fs';
import { Variables } from './variables.ts';

const SUFFIX = '_FILE';
const MOST_BYTES = 64 * 1024;

type Source = Record<string, string | undefined>;

/**
 * `NAME_FILE` names a file that has the value of `NAME`, as Docker and Kubernetes hand out secrets: a variable can be read by
 * every child process and in what describes a container.
 */
export function withFiles(source: Source, sentences: string[]): Source {
  const found: Source = { ...source };
  for (const [variable, path] of Object.entries(source)) {
    const name = variable.slice(0, -SUFFIX.length);
    if (!path || !variable.endsWith(SUFFIX) || !(name in Variables.shape)) continue;
    if (source[name]) sentences.push(`${name} and ${variable} are both set. Set only one of them.`);
    else found[name] = readValue(variable, path, sentences);
  }
  return found;
}

/** Without the line break that editors and `echo` leave at the end. */
function readValue(variable: string, path: string, sentences: string[]): string | undefined {
  try {
    if (statSync(path).size > MOST_BYTES) {
      sentences.push(`${variable} names a file of more than 64 KB. Put only the value in it.`);
      return undefined;
    }
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    sentences.push(
      `${variable} names a file that can't be read (${code}). Check the path and who may read it.`,
    );
    return undefined;
  }
}
