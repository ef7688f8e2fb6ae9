import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import * as routes from '../../../../contract/routes.ts';
import type { InsertableTemplate } from '../../../../contract/templates.ts';
import type { User } from '../../../../contract/users.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { calendarValues, useUsableShortcuts } from '../../calendars/calendars-query.ts';
import { sampleOf, withSamples } from '../../calendars/short-links.ts';
import { useInterviewValues } from '../../interviews/use-interview-values.ts';
import { useOnboardingValues } from '../../onboardings/onboardings-query.ts';
import { fillKnown } from '../../writing/fill-known.ts';
import { valuesFor } from '../../writing/preview-values.ts';
import { RenderedBody } from '../../writing/rendered-body.tsx';
import type { Texted } from '../../writing/texted.ts';
import classes from './lookup-menu.module.css';
import { LookupMenu, type LookupMenuProps } from './lookup-menu.tsx';
import { shortcutOffers } from './shortcut-offers.ts';

const OFFERED = 20;

/** Templates by name during a search inside a text, then calendar shortcuts. */
export function TemplateMenu({
  candidate,
  user,
  onPick,
  onShortcut,
  query,
  ...menu
}: LookupMenuProps & {
  candidate: Texted;
  user: User;
  /** With its text, filled in as far as that can be done here. */
  onPick: (template: InsertableTemplate, text: string) => void;
  onShortcut: (shortcut: CalendarShortcut) => void;
}) {
  const { account } = useMe();
  const search = query.trim();
  const found = useQuery({
    ...routeQuery(routes.listInsertableTemplates, { query: { search: search || undefined, limit: OFFERED } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  // Until the answer is there, what is known already; never one that doesn't fit.
  const fitting = found.data?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())) ?? [];
  const shortcuts = useUsableShortcuts(user, true);
  const bodies = fitting.map(({ body }) => body).join();
  const interview = useInterviewValues(candidate.id, bodies);
  const onboarding = useOnboardingValues(user, candidate.id, bodies);
  const sample = sampleOf(account);
  const links = withSamples(shortcuts ?? [], sample);
  const known = { ...valuesFor(candidate, user, account), ...interview, ...onboarding };
  const values = { ...known, ...calendarValues(shortcuts && links) };
  return (
    <LookupMenu
      {...menu}
      label="Templates"
      offers={[
        ...fitting.map((template) => ({
          id: template.id,
          name: template.name,
          preview: <RenderedBody body={template.body} values={values} links={links} />,
          // The server makes short links.
          pick: () => onPick(template, fillKnown(template.body, sample === null ? values : known)),
        })),
        ...shortcutOffers(shortcuts ?? [], query, onShortcut),
      ]}
      isLoading={found.isFetching}
      nothing={
        <>
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
        </>
      }
    />
  );
}
