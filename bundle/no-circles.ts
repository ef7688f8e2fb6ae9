import type { Plugin } from 'vite';

/**
 * Two files that need each other start before what they need is there: a page that stays white, in some browsers and on some
 * days. So there is no such build.
 */
export const noCircles: Plugin = {
  name: 'no-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const importsOf = (file: string): string[] => {
      const chunk = bundle[file];
      return chunk?.type === 'chunk' ? chunk.imports : [];
    };
    const circle = findCircle(Object.keys(bundle), importsOf);
    if (circle) this.error(`These files need each other: ${circle.join(' -> ')}. See bundle/chunks.ts.`);
  },
};

/** The first way that leads back to where it began. */
export function findCircle(files: string[], importsOf: (file: string) => string[]): string[] | null {
  const done = new Set<string>();
  const follow = (way: string[], file: string): string[] | null => {
    const met = way.indexOf(file);
    if (met >= 0) return [...way.slice(met), file];
    if (done.has(file)) return null;
    for (const next of importsOf(file)) {
      const circle = follow([...way, file], next);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of files) {
    const circle = follow([], file);
    if (circle) return circle;
  }
  return null;
}
