import zapier from 'zapier-platform-core';
import definition from '../zapier-app.js';

/*
 * Runs the app by Zapier's own tester, for a test that talks to it over IPC. In its own process, because Zapier's library changes
 * `http.request`, which a Hiretext that runs in the same one needs as it is.
 */

const run = zapier.createAppTester(definition);
const part = (path) => path.split('.').reduce((whole, name) => whole[name], definition);

/** Also one that Zapier wouldn't take. */
function validate(without) {
  const { noun: _, ...broken } = definition.creates.add_tag;
  const app = without ? { ...definition, creates: { add_tag: broken } } : definition;
  return zapier
    .createAppHandler(app)({ command: 'validate' })
    .then(({ results }) => results);
}

process.on('message', async ({ id, path, bundle }) => {
  try {
    const answer = path === 'validate' ? validate(bundle.without) : run(part(path), bundle);
    process.send({ id, result: (await answer) ?? null });
  } catch ({ name, message }) {
    process.send({ id, error: { name, message } });
  }
});
process.on('disconnect', () => process.exit());
