// @ts-check
const { ask, CREDENTIAL } = require('./hiretext-api.js');
const { isSigned } = require('./signature.js');

/** How many deliveries are remembered, so that one that comes again starts nothing. */
const REMEMBERED = 500;

/**
 * @typedef {import('n8n-workflow').IHookFunctions} Hook
 * @typedef {import('n8n-workflow').IWebhookFunctions} Call
 * @typedef {import('n8n-workflow').INodeType} NodeType
 * @typedef {{ id: string, url: string, types: string[], status: string }} Endpoint
 * @typedef {{ id?: string, secret?: string, heard?: string[] }} Kept
 */

/**
 * The event, with what it's about beside it, so that each part can be dragged into a field.
 *
 * @param {any} event
 */
const flat = ({ id, type, createdAt, data: { id: aboutId, ...data } }) => ({
  id,
  type,
  createdAt,
  aboutId,
  ...data,
});

/**
 * @param {Hook} context
 * @returns {Promise<Endpoint[]>}
 */
async function endpointsHere(context) {
  const url = context.getNodeWebhookUrl('default');
  const { items } = await ask(context, '/webhookEndpoints', { qs: { limit: 100 } });
  return items.filter((/** @type {Endpoint} */ endpoint) => endpoint.url === url);
}

/** @param {Hook | Call} context */
const keptBy = (context) => /** @type {Kept} */ (context.getWorkflowStaticData('node'));

/** @param {Hook | Call} context */
const eventsOf = (context) => /** @type {string[]} */ (context.getNodeParameter('events', []));

/**
 * @param {Hook} context
 * @param {string} id
 */
async function remove(context, id) {
  try {
    await ask(context, `/webhookEndpoints/${id}`, { method: 'DELETE' });
  } catch (/** @type {any} */ error) {
    if (error.context?.code !== 'not_found') throw error;
  }
}

const webhookMethods = {
  default: {
    /** @this {Hook} */
    async checkExists() {
      const { id, secret } = keptBy(this);
      if (!id || !secret) return false;
      const wanted = [...eventsOf(this)].sort().join();
      return (await endpointsHere(this)).some(
        (endpoint) =>
          endpoint.id === id && endpoint.status === 'active' && [...endpoint.types].sort().join() === wanted,
      );
    },

    /** @this {Hook} */
    async create() {
      // One whose secret got lost, or for other events.
      for (const { id } of await endpointsHere(this)) await remove(this, id);
      const types = eventsOf(this);
      const { id, secret } = await ask(this, '/webhookEndpoints', {
        method: 'POST',
        body: {
          url: this.getNodeWebhookUrl('default'),
          types,
          description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`.slice(0, 200),
          includeBodies: types.includes('message.received'),
        },
      });
      Object.assign(keptBy(this), { id, secret });
      return true;
    },

    /** @this {Hook} */
    async delete() {
      const kept = keptBy(this);
      if (kept.id) await remove(this, kept.id);
      delete kept.id;
      delete kept.secret;
      return true;
    },
  },
};

/** @implements {NodeType} */
class HiretextTrigger {
  /** @type {import('n8n-workflow').INodeTypeDescription} */
  description = {
    displayName: 'Hiretext Trigger',
    name: 'hiretextTrigger',
    icon: 'file:hiretext.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Hiretext',
    defaults: { name: 'Hiretext Trigger' },
    codex: { categories: ['Communication'], alias: ['SMS', 'recruiting'] },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIAL, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        options: [
          {
            name: 'Interview Confirmed',
            value: 'interview.confirmed',
            description: 'A candidate confirms an interview',
          },
          { name: 'New Text', value: 'message.received', description: 'A candidate texts your company' },
          { name: 'Opted Out', value: 'consent.revoked', description: 'A candidate asks for no more texts' },
        ],
      },
    ],
  };

  webhookMethods = webhookMethods;

  /**
   * @this {Call}
   * @returns {Promise<import('n8n-workflow').IWebhookResponseData>}
   */
  async webhook() {
    const kept = keptBy(this);
    const { rawBody } = this.getRequestObject();
    const headers = this.getHeaderData();
    if (!kept.secret || !isSigned(headers, rawBody, kept.secret)) {
      this.getResponseObject().status(401).json({ message: 'This is not signed by Hiretext.' });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(rawBody.toString());
    const heard = kept.heard ?? [];
    // Others come too, such as the test that an admin can send.
    if (!eventsOf(this).includes(event.type) || heard.includes(event.id)) return { webhookResponse: 'OK' };
    kept.heard = [...heard, event.id].slice(-REMEMBERED);
    return { workflowData: [this.helpers.returnJsonArray([flat(event)])] };
  }
}

module.exports = { HiretextTrigger };
