import { lazy, Suspense } from 'react';
import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import type { InsertableTemplate } from '../../../../contract/templates.ts';
import type { User } from '../../../../contract/users.ts';
import type { Texted } from '../../writing/texted.ts';
import type { Lookup } from './lookup.ts';
import type { LookupMenuProps } from './lookup-menu.tsx';

const ShortcutMenu = lazy(() =>
  import('./shortcut-menu.tsx').then((module) => ({ default: module.ShortcutMenu })),
);

const TemplateMenu = lazy(() =>
  import('./template-menu.tsx').then((module) => ({ default: module.TemplateMenu })),
);

/** The menu of a search inside a text, if there is one. */
export function OpenMenu({
  lookup: { mark, query },
  shortcuts,
  candidate,
  user,
  onTemplate,
  onShortcut,
  ...menu
}: Omit<LookupMenuProps, 'query'> & {
  lookup: Lookup;
  shortcuts: readonly CalendarShortcut[];
  /** Whom templates are filled in for. Without, there are none. */
  candidate: Texted | undefined;
  user: User;
  /** With its text, filled in as far as that can be done here. */
  onTemplate: (template: InsertableTemplate, text: string) => void;
  onShortcut: (shortcut: CalendarShortcut) => void;
}) {
  return (
    <Suspense>
      {mark === '#' && shortcuts.length > 0 && (
        <ShortcutMenu {...menu} query={query} shortcuts={shortcuts} onPick={onShortcut} />
      )}
      {mark === '/' && candidate && (
        <TemplateMenu
          {...menu}
          query={query}
          candidate={candidate}
          user={user}
          onPick={onTemplate}
          onShortcut={onShortcut}
        />
      )}
    </Suspense>
  );
}
