// @ts-check
const { createHmac, timingSafeEqual } = require('node:crypto');

/** What Standard Webhooks 1.0 has receivers refuse. */
const MOST_SECONDS = 5 * 60;

/**
 * Whether Hiretext sent it: signed with the secret of our endpoint, a short time ago.
 *
 * @param {Record<string, unknown>} headers
 * @param {Buffer} body
 * @param {string} secret
 */
function isSigned(headers, body, secret, now = Date.now()) {
  const header = (/** @type {string} */ name) => String(headers[name] ?? '');
  const [id, at] = [header('webhook-id'), header('webhook-timestamp')];
  // Also if it isn't a number.
  if (!(Math.abs(now / 1000 - Number(at)) <= MOST_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = Buffer.from(createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64'));
  return header('webhook-signature')
    .split(' ')
    .some((signature) => {
      const [version, value = ''] = signature.split(',');
      const asked = Buffer.from(value);
      return version === 'v1' && asked.length === right.length && timingSafeEqual(asked, right);
    });
}

module.exports = { isSigned };
