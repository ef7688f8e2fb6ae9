import { createStore, useStore } from './store.ts';

/** Of Chrome and Edge (https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent); other browsers never send it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const prompt = createStore<InstallPrompt | null>(null);

/** The browser's own banner is held back: the settings offer it, where no one is in the middle of something. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => prompt.set(null));
}

/** Null as long as the browser doesn't offer it. It can be asked only once. */
export function useInstall(): (() => void) | null {
  const offered = useStore(prompt);
  if (offered === null) return null;
  return () => {
    prompt.set(null);
    void offered.prompt();
  };
}

/** Opened from the home screen, in a window without the browser's bars. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** An iPad says that it is a Mac, but Macs have no touch screen. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
