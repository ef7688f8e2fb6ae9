import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { outsideDialogs } from '../../lib/outside-dialogs.ts';
import { paths } from '../../paths.ts';
import { undoLatest } from '../../ui/undo-notice.tsx';
import { useKeySequence } from './use-key-sequence.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));
const ShortcutHelp = lazy(() =>
  import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
);

/** The keys that work on every screen of the dashboard, and what they open. */
export function PaletteKeys() {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const help = () => setShown('shortcuts');
  useHotkeys([
    ['shift+?', help],
    ['?', help],
    ['z', outsideDialogs(undoLatest)],
  ]);
  const navigate = useNavigate();
  const goTo = (to: string) => outsideDialogs(() => void navigate({ to }));
  useKeySequence('g', {
    i: goTo(paths.messages),
    c: goTo(paths.candidates),
    j: goTo(paths.jobs),
    t: goTo(paths.templates),
  });
  // While writing, too.
  useHotkeys([['mod+K', () => setShown('palette')]], []);
  const close = () => setShown(null);
  // Also while it is loading.
  useHotkeys(shown ? [['Escape', close]] : [], []);
  return (
    <Suspense fallback={<div role="dialog" aria-modal="true" aria-busy="true" aria-label="Loading" />}>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={help} />}
      {shown === 'shortcuts' && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
