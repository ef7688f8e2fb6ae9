import { createBuiltInDrafter } from '../adapters/drafter/built-in/built-in.ts';
import type { Drafters } from '../deps.ts';
import type { DrafterSettings } from '../env/vendors.ts';

/** The one place that knows all of them. */
export async function chooseDrafters(settings: DrafterSettings): Promise<Drafters> {
  const builtIn = createBuiltInDrafter();
  switch (settings.vendor) {
    case 'builtIn':
      return { builtIn, model: null, modelName: null };
    case 'model': {
      // Its client takes memory that nodes without a model don't need to have.
      const { createModelDrafter } = await import('../adapters/drafter/model/model.ts');
      return { builtIn, model: createModelDrafter(settings), modelName: settings.model };
    }
  }
}
