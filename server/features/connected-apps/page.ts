/* What people see when an app sent them here wrongly, and we can't send them back to it. */

const WORDS: Record<string, string> = {
  invalid_client: "Hiretext doesn't know this app. Ask the people who make it.",
  invalid_redirect_uri:
    "This app wants you to come back to an address that isn't its own. Ask the people who make it.",
  invalid_request: 'This app asked for something in a way we can’t read. Go back to it, then try again.',
};
const OTHER = 'This request has ended. Go back to the app, then connect it again.';

export function pageOf(error: string): string {
  const words = Object.hasOwn(WORDS, error) ? WORDS[error] : OTHER;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>This app can't be connected</title><style>:root{color-scheme:light dark}body{max-width:32rem;margin:18vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}</style></head><body><main><h1>This app can't be connected</h1><p>${words}</p></main></body></html>`;
}
