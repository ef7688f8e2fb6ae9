import { ask, baseUrl } from './hiretext.js';

/** What the triggers and actions need, and no more. */
const SCOPES = [
  'candidates:read',
  'candidates:write',
  'conversations:read',
  'texts:read',
  'texts:send',
  'templates:read',
  'webhooks:manage',
];

async function tokens(z, body) {
  const response = await z.request({
    url: `${baseUrl()}/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: { client_id: process.env.CLIENT_ID, ...body },
    skipThrowForStatus: true,
  });
  const { access_token, refresh_token, error } = response.data;
  if (response.status !== 200)
    throw new z.errors.ExpiredAuthError(`Connect Hiretext again (${error ?? response.status}).`);
  // A refresh token works once: the new one replaces it.
  return { access_token, refresh_token };
}

export const authentication = {
  type: 'oauth2',
  oauth2Config: {
    authorizeUrl: {
      url: '{{process.env.BASE_URL}}/oauth/authorize',
      params: {
        client_id: '{{process.env.CLIENT_ID}}',
        state: '{{bundle.inputData.state}}',
        redirect_uri: '{{bundle.inputData.redirect_uri}}',
        response_type: 'code',
        scope: SCOPES.join(' '),
        resource: '{{process.env.BASE_URL}}/v1',
      },
    },
    enablePkce: true,
    getAccessToken: (z, { inputData }) =>
      tokens(z, {
        grant_type: 'authorization_code',
        code: inputData.code,
        redirect_uri: inputData.redirect_uri,
        code_verifier: inputData.code_verifier,
      }),
    refreshAccessToken: (z, { authData }) =>
      tokens(z, { grant_type: 'refresh_token', refresh_token: authData.refresh_token }),
    autoRefresh: true,
  },
  test: (z) => ask(z, '/user'),
  connectionLabel: '{{firstName}} {{lastName}} ({{email}})',
};
