import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vitest/config';

if (Number.parseInt(process.versions.node, 10) < 24)
  throw new Error(`The tests need Node 24 (this is ${process.version}). Run "npm test", which brings it.`);

export default defineConfig({
  test: {
    // Two cores are what the smallest machine has; two more workers go on while others wait for jobs and carriers.
    maxWorkers: 4,
    // No test measures itself by these: they end what hangs, also on a machine that is several times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000, interval: 20 } },
    projects: [
      // None is isolated: the files of a worker share what they load, which takes longer than most of them do. A file that
      // puts something else in the place of a module has it loaded again, before and afterwards (`vi.resetModules`).
      {
        test: {
          name: 'unit',
          // Its own `exclude` would hide the one that the quick run gives.
          include: ['server', 'contract', 'bundle', 'bench', 'operate', 'run'].map(
            (room) => `${room}/**/!(*.db).test.ts`,
          ),
          isolate: false,
        },
      },
      {
        test: {
          name: 'db',
          include: [
            'server/**/*.db.test.ts',
            'operate/**/*.db.test.ts',
            'fuzz/**/*.db.test.ts',
            'integrations/**/*.db.test.ts',
          ],
          globalSetup: ['server/testing/postgres-global.ts'],
          isolate: false,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        css: { postcss: { plugins: [mantine()] } },
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'happy-dom',
          // With reduced motion, no test waits for an animation.
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          // React's production build.
          env: { NODE_ENV: 'production' },
          setupFiles: ['web/testing/set-up.ts'],
          isolate: false,
        },
      },
    ],
  },
});
