import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { routes } from '../../../../contract/routes.ts';
import type { InsertableTemplate } from '../../../../contract/templates.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { paths } from '../../../paths.ts';
import { useInterviewValues } from '../../interviews/use-interview-values.ts';
import { fillKnown } from '../../templates/fill-known.ts';
import { valuesFor } from '../../templates/preview-values.ts';
import { RenderedBody } from '../../templates/rendered-body.tsx';
import type { Texted } from './sendability-notice.tsx';
import classes from './template-menu.module.css';

const OFFERED = 20;

export interface TemplateMenuHandle {
  /** Whether the key was meant for the menu. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Templates by name while one is being looked for in a text, with how the chosen one would read. */
export function TemplateMenu({
  ref,
  id,
  query,
  candidate,
  user,
  onPick,
  onActive,
}: {
  ref: Ref<TemplateMenuHandle>;
  id: string;
  query: string;
  candidate: Texted;
  user: User;
  /** With its text, filled in as far as that can be done here. */
  onPick: (template: InsertableTemplate, text: string) => void;
  /** The ID of the option that is read out. */
  onActive: (id: string | undefined) => void;
}) {
  const account = useQuery(accountQuery()).data;
  const search = query.trim();
  const found = useQuery({
    ...routeQuery(routes.listInsertableTemplates, { query: { search: search || undefined, limit: OFFERED } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  // Until the answer is there, what is known already; never one that doesn't fit.
  const fitting = found.data?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    fitting.findIndex((one) => one.id === chosen),
  );
  const active = fitting[at];
  const interview = useInterviewValues(candidate.id, active?.body ?? '');
  const values = { ...valuesFor(candidate, user, account), ...interview };
  const pick = (template: InsertableTemplate) => onPick(template, fillKnown(template.body, values));
  const optionOf = (template: InsertableTemplate) => `${id}-${template.id}`;

  const activeOption = active && optionOf(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => {
    onActive(activeOption);
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeOption]);

  useImperativeHandle(ref, () => ({
    onKeyDown(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && active) {
        const next = fitting[(at + step + fitting.length) % fitting.length];
        setChosen(next?.id ?? null);
      } else if (event.key === 'Enter' && active) pick(active);
      // What is being looked for is no text to send.
      else if (event.key !== 'Enter' || !found.isFetching) return false;
      event.preventDefault();
      return true;
    },
  }));

  return (
    // The field keeps the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: its options are chosen by the keys of the field
    <div className={classes.menu} onMouseDown={(event) => event.preventDefault()}>
      {active ? (
        <>
          <div id={id} className={classes.options} role="listbox" aria-label="Templates">
            {fitting.map((template) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={template.id}
                id={optionOf(template)}
                className={classes.option}
                role="option"
                tabIndex={-1}
                aria-selected={template === active}
                onMouseEnter={() => setChosen(template.id)}
                onClick={() => pick(template)}
              >
                {template.name}
              </div>
            ))}
          </div>
          <div className={classes.preview}>
            <RenderedBody body={active.body} values={values} />
          </div>
        </>
      ) : (
        <output className={classes.nothing}>
          {found.isPending
            ? 'Loading templates…'
            : found.isError
              ? "Templates couldn't be loaded."
              : search
                ? `No template is called “${search}”.`
                : 'No templates yet.'}{' '}
          {found.isSuccess && (
            <Link to={paths.templates} className={classes.link}>
              Go to Templates
            </Link>
          )}
        </output>
      )}
    </div>
  );
}
