import fc from 'fast-check';
import type { TestApp } from '../server/testing/test-app.ts';
import { lookAtAll } from './look.ts';
import { stepsOf } from './step.ts';
import { teamSteps } from './team-steps.ts';
import { textingSteps } from './texting-steps.ts';
import { createWorld } from './world.ts';

const MOST_STEPS = 25;

/**
 * Two companies do what people do, in any order, and after each step everybody sees what they are to see and nothing else.
 * Throws the fewest steps found after which somebody doesn't.
 */
export async function fuzzSteps(app: TestApp, parameters: fc.Parameters<unknown>): Promise<void> {
  const steps = fc.commands([...stepsOf(textingSteps), ...stepsOf(teamSteps)], {
    maxCommands: MOST_STEPS,
    size: 'max',
    disableReplayLog: true,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const world = await createWorld(app);
      const isAsExpected = (taken: () => Promise<void>) =>
        taken().catch((error: unknown) => {
          const said = error instanceof Error ? error.message : String(error);
          const told = world.told.map((step, index) => `  ${index + 1}. ${step}`).join('\n');
          throw new Error(`${told}\n${said}`, { cause: error });
        });
      await isAsExpected(() => fc.asyncModelRun(() => ({ model: world, real: world }), given));
      await isAsExpected(() => lookAtAll(world));
    }),
    parameters,
  );
}
