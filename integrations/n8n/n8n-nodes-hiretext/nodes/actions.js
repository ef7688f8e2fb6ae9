// @ts-check
const { createHash } = require('node:crypto');
const { NodeOperationError } = require('n8n-workflow');
const { ask } = require('./hiretext-api.js');

/** @typedef {(context: import('n8n-workflow').IExecuteFunctions, item: number) => Promise<any>} Action */

/** @type {Action} */
async function sendTemplate(context, item) {
  const templateId = String(context.getNodeParameter('templateId', item));
  const to = context.getNodeParameter('to', item);
  const once = String(context.getNodeParameter('once', item) ?? '').trim();
  if (once === '')
    throw new NodeOperationError(context.getNode(), 'Fill in "Once per", so that no text goes out twice.', {
      itemIndex: item,
    });
  const all = await ask(context, '/templates/insertable', { qs: { limit: 100 } });
  const template = all.find((/** @type {{ id: string }} */ { id }) => id === templateId);
  if (template === undefined)
    throw new NodeOperationError(context.getNode(), 'Choose one of the templates in the list.', {
      itemIndex: item,
    });
  const key = createHash('sha256').update(`${templateId} ${once}`).digest('base64url');
  // With a key, so that the text is the same when the node runs again.
  const copies =
    template.attachments.length === 0
      ? undefined
      : await ask(context, `/templates/${templateId}/copyAttachments`, {
          method: 'POST',
          headers: { 'idempotency-key': `copies-${key}` },
        });
  return ask(context, '/messages', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: {
      to,
      body: template.body,
      templateId,
      ...(copies && { mediaIds: copies.map((/** @type {{ id: string }} */ { id }) => id) }),
    },
  });
}

/** @type {Action} */
function addCandidate(context, item) {
  const others = Object.entries(/** @type {object} */ (context.getNodeParameter('others', item, {})));
  return ask(context, '/candidates', {
    method: 'POST',
    body: {
      firstName: context.getNodeParameter('firstName', item),
      phoneNumber: context.getNodeParameter('phoneNumber', item),
      lastName: '',
      ...Object.fromEntries(others.filter(([, value]) => value !== '')),
    },
  });
}

/** Someone may save between our two calls: then once more. */
const TRIES = 3;

/** @type {Action} */
async function addTag(context, item) {
  const candidateId = String(context.getNodeParameter('candidateId', item));
  const tag = String(context.getNodeParameter('tag', item)).trim();
  const path = `/candidates/${encodeURIComponent(candidateId)}`;
  for (let left = TRIES; ; left -= 1) {
    const candidate = await ask(context, path);
    const { tags, updatedAt } = candidate;
    if (tags.some((/** @type {string} */ own) => own.toLowerCase() === tag.toLowerCase())) return candidate;
    try {
      return await ask(context, path, { method: 'PUT', body: { tags: [...tags, tag], updatedAt } });
    } catch (/** @type {any} */ error) {
      if (left <= 1 || error.context?.code !== 'candidate_edited') throw error;
    }
  }
}

module.exports = { actions: { sendTemplate, addCandidate, addTag } };
