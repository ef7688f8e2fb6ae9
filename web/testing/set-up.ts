import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { endSession } from '../lib/session/session.ts';

/* Run before each file of tests. The files of a worker share modules and document: each leaves both as it found them. */

// Screens are loaded when first shown, which takes a busy machine its time; a test that passes never waits so long.
configure({ asyncUtilTimeout: 8000 });

// happy-dom lays nothing out; virtual lists need a height to fill.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 720 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 360 });
// Nor does it load fonts, which growing text fields listen to.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

afterEach(() => {
  cleanup();
  notifications.clean();
  endSession();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
