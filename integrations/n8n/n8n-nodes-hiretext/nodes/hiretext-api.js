// @ts-check
const { NodeApiError } = require('n8n-workflow');

/**
 * @typedef {import('n8n-workflow').IExecuteFunctions | import('n8n-workflow').IHookFunctions
 *   | import('n8n-workflow').ILoadOptionsFunctions} Context
 * @typedef {Omit<import('n8n-workflow').IHttpRequestOptions, 'url'>} Options
 */

const CREDENTIAL = 'hiretextApi';

/**
 * Calls Hiretext with the key. What it refuses is an error with our sentence, and with our code in its context.
 *
 * @param {Context} context
 * @param {string} path
 * @param {Options} [options]
 */
async function ask(context, path, options) {
  const { baseUrl } = await context.getCredentials(CREDENTIAL);
  const { statusCode, body } = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
    ...options,
    url: `${String(baseUrl).replace(/\/+$/, '')}/v1${path}`,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    // The key is for Hiretext alone.
    disableFollowRedirect: true,
  });
  if (statusCode >= 200 && statusCode < 300) return body;
  throw refusal(context, statusCode, body);
}

/**
 * @param {Context} context
 * @param {number} statusCode
 * @param {any} body
 */
function refusal(context, statusCode, body) {
  const { code = 'unknown', message = `Hiretext couldn't be reached (${statusCode}).`, details } = body ?? {};
  const [[field, [sentence = ''] = []] = []] = Object.entries(details?.fields ?? {});
  const error = new NodeApiError(
    context.getNode(),
    {},
    {
      message: sentence ? `${sentence} (${field})` : message,
      description: `Hiretext refused this: ${code}`,
      httpCode: String(statusCode),
    },
  );
  error.context.code = code;
  return error;
}

module.exports = { ask, CREDENTIAL };
