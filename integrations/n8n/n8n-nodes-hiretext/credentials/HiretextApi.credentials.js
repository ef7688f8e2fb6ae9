// @ts-check

/** @typedef {import('n8n-workflow').ICredentialType} CredentialType */

/** @implements {CredentialType} */
class HiretextApi {
  name = 'hiretextApi';
  displayName = 'Hiretext API';
  /** @type {import('n8n-workflow').Icon} */
  icon = 'file:../nodes/hiretext.svg';
  /** @type {import('n8n-workflow').INodeProperties[]} */
  properties = [
    {
      displayName: 'Address of Hiretext',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://app.example.com',
      description: 'Where you sign in',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'ht_live_...',
      description: 'Make one in Hiretext, under Integrations, API',
    },
  ];
  /** @type {import('n8n-workflow').IAuthenticateGeneric} */
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  /** @type {import('n8n-workflow').ICredentialTestRequest} */
  test = {
    request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}/v1', url: '/user' },
  };
}

module.exports = { HiretextApi };
