import { Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AutomationType } from '../../../contract/automations.ts';
import { EXAMPLE_VALUES } from '../../../contract/merge-attributes.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useUsableShortcuts } from '../calendars/calendars-query.ts';
import { AttributedText } from '../writing/attributed-text.tsx';
import { fillKnown } from '../writing/fill-known.ts';
import { RenderedBody } from '../writing/rendered-body.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import classes from './automation-form.module.css';
import { type Body, previewable, type Values } from './automation-form.ts';
import { momentIn, textsInWords } from './automation-words.ts';
import common from './automations.module.css';
import { WhoList } from './who-list.tsx';

const TYPING_PAUSE_MS = 500;
/** The query's body until the form is complete; never sent. */
const NOTHING = {} as Body;

/** Who would be texted, when, and with what, if it were saved and on. Examples, as long as that isn't known. */
export function AutomationPreview({
  type,
  id,
  values,
  user,
}: {
  type: AutomationType;
  id: string | undefined;
  values: Values;
  user: User;
}) {
  const [opened, { toggle }] = useDisclosure();
  const now = previewable(type, values);
  // The name changes nothing about it.
  const asked = JSON.stringify(now && { ...now, name: 'Preview', enabled: true, id });
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS);
  const body: Body | null = JSON.parse(settled);
  const preview = useQuery({
    ...routeQuery(routes.previewAutomation, { body: body ?? NOTHING }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  const found = now && body ? preview.data : undefined;
  const [first] = found?.items ?? [];
  const text = values.body.trim();
  const shortcuts = useUsableShortcuts(user, !first && text.includes('#')) ?? [];
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.would} role="status">
        {found && (first ? sentence(first, user.timezone) : 'No one would get it in the next 14 days.')}
        {!found && 'Who would get it, and when, shows up here.'}
      </p>
      {first?.reason && (
        <p className={common.reason} data-held={first.held || undefined}>
          {first.reason}
        </p>
      )}
      <p className={common.bubble} data-empty={text === '' || undefined}>
        {text === '' ? (
          'Your text appears here.'
        ) : first ? (
          <AttributedText body={first.preview} />
        ) : (
          <RenderedBody body={text} values={EXAMPLE_VALUES} links={shortcuts} />
        )}
      </p>
      <div className={classes.count}>
        <SegmentCounter
          body={first ? first.preview : fillKnown(text, EXAMPLE_VALUES, shortcuts)}
          hasMedia={false}
        />
      </div>
      {found && found.total > 0 && (
        <>
          <div className={classes.total}>
            {`${textsInWords(found.total)} in the next 14 days.`}
            <Button variant="subtle" size="compact-sm" aria-expanded={opened} onClick={toggle}>
              {opened ? 'Hide' : 'See who'}
            </Button>
          </div>
          {opened && <WhoList found={found} here={user.timezone} />}
        </>
      )}
    </section>
  );
}

type Preview = NonNullable<Parameters<typeof WhoList>[0]['found']>['items'][number];

function sentence({ candidate, sendAt, timezone, held }: Preview, here: string): string {
  const name = candidateName(candidate);
  return held ? `Would be held for ${name}.` : `Would go to ${name} on ${momentIn(sendAt, timezone, here)}.`;
}
