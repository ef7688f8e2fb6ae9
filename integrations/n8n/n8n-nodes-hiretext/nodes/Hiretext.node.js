// @ts-check
const { actions } = require('./actions.js');
const { ask, CREDENTIAL } = require('./hiretext-api.js');

/**
 * @typedef {import('n8n-workflow').IExecuteFunctions} Execution
 * @typedef {import('n8n-workflow').ILoadOptionsFunctions} LoadOptions
 * @typedef {import('n8n-workflow').INodeType} NodeType
 */

const PHONE = 'With the country code, or as it is written in the United States, e.g. (415) 555-0123';

/**
 * Shown for one action.
 *
 * @param {string} resource
 * @param {keyof typeof actions} operation
 */
const only = (resource, operation) => ({ show: { resource: [resource], operation: [operation] } });

/** @type {import('n8n-workflow').INodeProperties[]} */
const OPERATIONS = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Candidate', value: 'candidate' },
      { name: 'Text', value: 'text' },
    ],
    default: 'text',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['text'] } },
    options: [
      {
        name: 'Send Template',
        value: 'sendTemplate',
        action: 'Send a template',
        description:
          'Text a candidate with one of your templates. Opt-outs and texting hours hold as always.',
      },
    ],
    default: 'sendTemplate',
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['candidate'] } },
    options: [
      {
        name: 'Add',
        value: 'addCandidate',
        action: 'Add a candidate',
        description: 'Add a candidate. A phone number belongs to one candidate.',
      },
      {
        name: 'Add Tag',
        value: 'addTag',
        action: 'Add a tag to a candidate',
        description: 'Add a tag to a candidate. Their other tags stay.',
      },
    ],
    default: 'addCandidate',
  },
];

/** @type {import('n8n-workflow').INodeProperties[]} */
const OF_TEXT = [
  {
    displayName: 'Template Name or ID',
    name: 'templateId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getTemplates' },
    required: true,
    default: '',
    displayOptions: only('text', 'sendTemplate'),
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  {
    displayName: 'Phone Number',
    name: 'to',
    type: 'string',
    required: true,
    default: '',
    displayOptions: only('text', 'sendTemplate'),
    description: PHONE,
  },
  {
    displayName: 'Once Per',
    name: 'once',
    type: 'string',
    required: true,
    default: '',
    placeholder: '={{ $json.id }}',
    displayOptions: only('text', 'sendTemplate'),
    description:
      'The ID of what the text is about, e.g. of the row or the event. With the same ID, the same text is sent once within 24 hours, even if the node runs again.',
  },
];

/** @type {import('n8n-workflow').INodeProperties[]} */
const OF_CANDIDATE = [
  {
    displayName: 'First Name',
    name: 'firstName',
    type: 'string',
    required: true,
    default: '',
    displayOptions: only('candidate', 'addCandidate'),
  },
  {
    displayName: 'Phone Number',
    name: 'phoneNumber',
    type: 'string',
    required: true,
    default: '',
    displayOptions: only('candidate', 'addCandidate'),
    description: PHONE,
  },
  {
    displayName: 'Additional Fields',
    name: 'others',
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    displayOptions: only('candidate', 'addCandidate'),
    options: [
      { displayName: 'City', name: 'city', type: 'string', default: '' },
      {
        displayName: 'Email',
        name: 'email',
        type: 'string',
        placeholder: 'name@email.com',
        default: '',
      },
      { displayName: 'Job Title', name: 'jobTitle', type: 'string', default: '' },
      { displayName: 'Last Name', name: 'lastName', type: 'string', default: '' },
      {
        displayName: 'Tags',
        name: 'tags',
        type: 'string',
        typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
        default: [],
      },
    ],
  },
  {
    displayName: 'Candidate ID',
    name: 'candidateId',
    type: 'string',
    required: true,
    default: '',
    displayOptions: only('candidate', 'addTag'),
    description: 'From Hiretext Trigger, or from adding a candidate',
  },
  {
    displayName: 'Tag',
    name: 'tag',
    type: 'string',
    required: true,
    default: '',
    displayOptions: only('candidate', 'addTag'),
  },
];

/**
 * Not a tool of AI agents (`usableAsTool`): a person decides what is sent.
 *
 * @implements {NodeType}
 */
class Hiretext {
  /** @type {import('n8n-workflow').INodeTypeDescription} */
  description = {
    displayName: 'Hiretext',
    name: 'hiretext',
    icon: 'file:hiretext.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Text candidates, and add them to Hiretext',
    defaults: { name: 'Hiretext' },
    codex: { categories: ['Communication'], alias: ['SMS', 'recruiting'] },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: CREDENTIAL, required: true }],
    properties: [...OPERATIONS, ...OF_TEXT, ...OF_CANDIDATE],
  };

  methods = {
    loadOptions: {
      /** @this {LoadOptions} */
      async getTemplates() {
        const all = await ask(this, '/templates/insertable', { qs: { limit: 100 } });
        return all.map((/** @type {{ id: string, name: string }} */ { id, name }) => ({ name, value: id }));
      },
    },
  };

  /** @this {Execution} */
  async execute() {
    const items = [];
    for (const item of this.getInputData().keys()) {
      const operation = /** @type {keyof typeof actions} */ (this.getNodeParameter('operation', item));
      try {
        items.push({ json: await actions[operation](this, item), pairedItem: { item } });
      } catch (/** @type {any} */ error) {
        error.context = { ...error.context, itemIndex: item };
        if (!this.continueOnFail()) throw error;
        items.push({ json: { error: error.message, code: error.context.code }, pairedItem: { item } });
      }
    }
    return [items];
  }
}

module.exports = { Hiretext };
