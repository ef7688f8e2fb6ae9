/** The part of Turnstile's script that is used (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/). */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      appearance: 'interaction-only';
      callback(token: string): void;
      'error-callback'(code: string): boolean;
      'timeout-callback'(): void;
    },
  ): string | null | undefined;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The token of a widget that stays out of sight unless it needs a click. */
export async function solveTurnstile(siteKey: string, action: string): Promise<string> {
  const turnstile = window.turnstile ?? (await loadTurnstile());
  const container = document.createElement('div');
  Object.assign(container.style, {
    position: 'fixed',
    inset: 'auto auto 16px 50%',
    translate: '-50%',
    zIndex: '1000',
  });
  document.body.append(container);
  let widget: string | null | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      widget = turnstile.render(container, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': (code) => {
          reject(new Error(`Turnstile failed with ${code}`));
          return true;
        },
        'timeout-callback': () => reject(new Error('Turnstile was not answered')),
      });
    });
  } finally {
    if (typeof widget === 'string') turnstile.remove(widget);
    container.remove();
  }
}

function loadTurnstile(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // The next try asks for it again.
      script.remove();
      reject(new Error('Turnstile was not loaded'));
    };
    script.src = SCRIPT;
    script.addEventListener('load', () => (window.turnstile ? resolve(window.turnstile) : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}
