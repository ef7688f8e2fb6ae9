import { CONNECTED_DAYS } from '../../../contract/connected-apps.ts';
import { TEST_NUMBERS, testNumberInWords } from '../../../contract/test-numbers.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';

const block = (language: string, source: string) => `\`\`\`${language}\n${source.trim()}\n\`\`\``;

const connectedApps = (base: string, publicUrl: string): string =>
  `
## Apps that people connect

If other people use your software, let them connect it instead of making keys for it (OAuth 2.1).

**1. Add your app.** An admin does it under [Integrations, Connected apps](${publicUrl}/dashboard/integrations/apps). The app gets a client
ID, and needs no secret. Only your company can connect it. Ask us if it's for others too.

${block('bash', 'export CLIENT_ID=...\nexport REDIRECT_URI=https://app.example.com/callback')}

**2. Send the person to Hiretext**, with a state and a challenge that you make for this one time. \`scope\` is what your app needs, with a
space between two.

${block(
  'bash',
  `
STATE=$(openssl rand -hex 16)
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
echo "${publicUrl}/oauth/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI\
&scope=candidates:read%20texts:send&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256&resource=${base}"`,
)}

**3. Get the tokens.** Once an admin allows it, they come back to your address with \`code\` and \`state\`. Check the state, then ask within a
minute:

${block(
  'bash',
  `
curl "${publicUrl}/oauth/token" \\
  -d grant_type=authorization_code \\
  -d "client_id=$CLIENT_ID" \\
  -d "code=$CODE" \\
  -d "redirect_uri=$REDIRECT_URI" \\
  -d "code_verifier=$VERIFIER"`,
)}

**4. Call the API** with the \`access_token\` where a key would be. It lasts an hour.

**5. Refresh it.** Each refresh token works once, and the answer has the next one. One that comes twice ends the connection.

${block(
  'bash',
  `
curl "${publicUrl}/oauth/token" \\
  -d grant_type=refresh_token \\
  -d "client_id=$CLIENT_ID" \\
  -d "refresh_token=$REFRESH_TOKEN"`,
)}

A connection ends after 30 days without a refresh, and after ${CONNECTED_DAYS} days in any case. It also ends when an admin disconnects it, or
the person who connected it leaves. After \`invalid_grant\`, start again at step 2.
`.trim();

/** What someone reads first. */
export const quickStart = (base: string, publicUrl: string): string =>
  `
Text candidates from your business number. Requests and replies are JSON in camelCase, with phone numbers in E.164 and times in
ISO 8601 UTC.

## Quick start

**1. Get a key.** An admin makes one under [Integrations, API keys](${publicUrl}/dashboard/integrations/api), with the scopes that you need:
\`texts:send\` and \`conversations:read\` for these calls. It's shown once. Keep it on your server, never in a browser or an address. Begin with a test key: it texts no one.
A key has the rights of the admin who makes it, or of a service seat, which has its own name and number and outlasts people.

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

**3. See what became of it**, and what the candidate answers. What they wrote comes along with the scope \`texts:read\`. Or let it come to
you as webhooks.

${block('bash', `curl "${base}/events" -H "Authorization: Bearer $HIRETEXT_API_KEY"`)}

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

${connectedApps(base, publicUrl)}
`.trim();
