// Before Testing Library looks for it.
import './act.ts';

import { notifications } from '@mantine/notifications';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { endSession, startSession } from '../lib/session/session.ts';

/* Run before each file of tests. The files of a worker share modules and document: each leaves both as it found them. */

// Screens are loaded when first shown, which takes a busy machine its time; a test that passes never waits so long.
configure({
  asyncUtilTimeout: 60_000,
  // Printing the whole document is slow, so it's done only if someone reads the message, not for every try of a wait.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    const whole = () => [message, prettyDOM(container as Element)].filter(Boolean).join('\n\n');
    return Object.defineProperty(error, 'message', { get: whole, configurable: true });
  },
});

// happy-dom lays nothing out; virtual lists need a height to fill.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 720 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 360 });
Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
  configurable: true,
  get(this: HTMLElement) {
    const canvas = this.firstElementChild;
    return Math.max(720, (canvas instanceof HTMLElement && Number.parseFloat(canvas.style.height)) || 0);
  },
});
// Nor does it load fonts, which growing text fields listen to.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

afterEach(() => {
  cleanup();
  notifications.clean();
  // A new session forgets that someone left on this page.
  startSession({ id_token: 'over', expires_in: 0 });
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// Nothing is laid out here, so Mantine takes an open menu for one that can't have the focus, and says so at great length.
const { warn } = console;
beforeAll(() => {
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('use-focus-trap')) warn(...words);
  };
});
afterAll(() => {
  console.warn = warn;
});
