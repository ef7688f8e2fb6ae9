import { lazyRouteComponent } from '@tanstack/react-router';
import { inTime } from './in-time.ts';

/** A screen that is loaded when it is first shown, or given up with a sentence and a way to try again. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => inTime(load()), name);
