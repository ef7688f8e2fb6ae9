import { TEST_NUMBERS, testNumberInWords } from '../../../contract/test-numbers.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';

const block = (language: string, source: string) => `\`\`\`${language}\n${source.trim()}\n\`\`\``;

/** What someone reads first. */
export const quickStart = (base: string, publicUrl: string): string =>
  `
Text candidates from your business number. Requests and replies are JSON in camelCase, with phone numbers in E.164 and times in
ISO 8601 UTC.

## Quick start

**1. Get a key.** An admin makes one under [Integrations, API keys](${publicUrl}/dashboard/integrations/api), with the scopes that you need:
\`texts:send\` for this one. It's shown once. Keep it on your server, never in a browser or an address. Begin with a test key: it texts no one.

${block('bash', 'export HIRETEXT_API_KEY=ht_test_...')}

**2. Send your first text.** Choose your own \`Idempotency-Key\`: if the answer gets lost, send the same request again, and the text still
goes out once.

${block(
  'bash',
  `
curl "${base}/messages" \\
  -H "Authorization: Bearer $HIRETEXT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: interview-4711-invitation" \\
  -d '{"to":"+14155550123","body":"Hi Kim, do you have ten minutes tomorrow?"}'`,
)}

**3. See what became of it.** \`GET /v1/events\` has it, and the answer, in order. Or let them come to you as webhooks.

## What to know

- **Idempotency**: within 24 hours, the same key and body get the first reply; the same key with another body is refused with 409
  \`idempotency_key_reused\`. Texts need a key, all other calls that list the header can have one.
- **Errors** are \`{ "message", "code", "details", "requestId" }\`. Go by \`code\`; each call lists its codes. After 429 \`rate_limited\`, wait as
  long as \`Retry-After\` says. On 5xx, try again with the same key.
- **Consent**: someone who opted out gets nothing: 409 \`opted_out\`. Ask first with \`GET /v1/sendability\`.
- **Versions**: your key keeps the version it was made with. \`Hiretext-Version: ${NEWEST_VERSION}\` asks for another one. More fields, values and
  types of events can come at any time.
- **Pages**: lists are \`{ "items", "nextCursor" }\`. Pass \`?cursor=\` until \`nextCursor\` is null. For changes only, use \`updatedSince\`.
- **Events**: keep the ID of the last one and ask for \`GET /v1/events?after=ID\`. They are there for 30 days.
- **Webhooks**: \`POST /v1/webhookEndpoints\` gives you a secret. Check \`webhook-signature\` as [Standard Webhooks](https://www.standardwebhooks.com)
  say: HMAC-SHA256 of \`id.timestamp.body\`. Answer 2xx within 15 seconds. The same \`webhook-id\` can come twice.

\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) say how many requests you have left of the limit that is
closest: that of your key, or the one of all keys of your company, which is five times as much. \`RateLimit\` and \`RateLimit-Policy\` have
both.

Calls of the groups below that begin with "For people" are those of the dashboard. People who sign in send their id_token as keys are sent.

## Test keys

A test key (\`ht_test_...\`) makes the calls that have \`x-test-mode\`, in the sandbox of your company: an account with its own candidates,
conversations, templates, events and webhooks, on the largest plan. Texts are delivered a second later, and the rules for real ones apply:
quiet hours, opt-outs, limits. These phones behave in their own way, in any area code; those that answer do so to each text:

${TEST_NUMBERS.map((number) => `- ${testNumberInWords(number)}`).join('\n')}

\`POST /v1/testTexts\` texts you from any phone, as a candidate would: an answer, a STOP, a first text.

${block(
  'bash',
  `
curl "${base}/testTexts" \\
  -H "Authorization: Bearer $HIRETEXT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"from":"+14155550123","body":"Yes, 9 works for me"}'`,
)}

AI assistants work with test keys too, at \`${publicUrl}/mcp\`, if your company lets them in. What they propose there waits, and expires:
people approve texts to real candidates only.
`.trim();
