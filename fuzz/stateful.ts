import fc from 'fast-check';
import type { TestApp } from '../server/testing/test-app.ts';
import { lookAtAll } from './look.ts';
import { stepsOf } from './step.ts';
import { teamSteps } from './team-steps.ts';
import { textingSteps, usualSteps } from './texting-steps.ts';
import { createWorld } from './world.ts';

/** How many everyday steps there are for each of the others. */
const USUAL = 4;
const usual = stepsOf(usualSteps);
const all = [
  ...Array.from({ length: USUAL }, () => usual).flat(),
  ...stepsOf(textingSteps),
  ...stepsOf(teamSteps),
];

/**
 * Two companies do what people do, in any order. After each step, everyone must see what they should and nothing else.
 * Throws the shortest sequence of steps found after which someone doesn't.
 */
export async function fuzzSteps(
  app: TestApp,
  { mostSteps, ...parameters }: fc.Parameters<unknown> & { mostSteps: number },
): Promise<void> {
  const steps = fc.commands(all, { maxCommands: mostSteps, size: 'max', disableReplayLog: true });
  await fc.assert(
    fc.asyncProperty(fc.noBias(steps), async (given) => {
      const world = await createWorld(app);
      const isAsExpected = (act: () => Promise<void>) =>
        act().catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          const taken = world.steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n');
          throw new Error(`${taken}\n${message}`, { cause: error });
        });
      await isAsExpected(() => fc.asyncModelRun(() => ({ model: world, real: world }), given));
      await isAsExpected(() => lookAtAll(world));
    }),
    parameters,
  );
}
