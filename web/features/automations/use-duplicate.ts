import { type Automation, MAX_AUTOMATION_NAME } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { automationsChanged } from './automations-query.ts';

const COPY = ' (copy)';

/** Adds the same automation again, turned off, so no one is texted twice while the first one goes on. */
export function useDuplicate() {
  const create = useCallOnce(routes.createAutomation);
  return useSave({
    save: ({ id: _id, createdAt: _created, updatedAt: _updated, ...same }: Automation) =>
      create({
        body: {
          ...same,
          name: same.name.slice(0, MAX_AUTOMATION_NAME - COPY.length) + COPY,
          enabled: false,
        },
      }),
    inTurn: 'duplicate automation',
    done: 'Copied. The copy is turned off.',
    changes: automationsChanged,
  });
}
