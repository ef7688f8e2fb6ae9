import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import type { Touch } from '../../../../contract/touches.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { dayName } from '../../../lib/dates.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import classes from './composer.module.css';

/** What is older says little about how someone feels about a text today. */
const LATELY_MS = 30 * 24 * 3600_000;

/** Who else of the company texted the candidate lately; nothing if no one did. */
export function TouchLine({ candidateId }: { candidateId: string }) {
  const { user } = useMe();
  const [showsAll, setShowsAll] = useState(false);
  const listId = useId();
  const touches = useQuery({
    ...routeQuery(routes.listTouches, { params: { id: candidateId } }),
    meta: { quiet: true },
  });
  const others = (touches.data ?? []).filter(
    ({ by, at }) => by?.id !== user.id && Date.parse(at) > Date.now() - LATELY_MS,
  );
  const [latest, ...more] = others;
  if (latest === undefined) return null;
  return (
    <section className={classes.touches} aria-label="Texts from others">
      <p>
        {sentenceOf(latest, user.timezone)}{' '}
        {(more.length > 0 || latest.body) && (
          <UnstyledButton
            className={classes.touchesToggle}
            aria-expanded={showsAll}
            aria-controls={listId}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show less' : 'Show all'}
          </UnstyledButton>
        )}
      </p>
      {showsAll && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ul id={listId} className={classes.touchesList} tabIndex={0} aria-label="All of them">
          {others.map((touch) => (
            <li key={`${touch.at} ${touch.by?.id}`}>
              {sentenceOf(touch, user.timezone)}
              {touch.body && <blockquote>{touch.body}</blockquote>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sentenceOf({ by, via, at, jobName, answered }: Touch, timezone: string): string {
  const who = by?.firstName ?? (via === 'automation' ? 'An automation' : 'A former colleague');
  const day = dayName(at, timezone);
  const isNear = ['Today', 'Yesterday', 'Tomorrow'].includes(day);
  const texts = Date.parse(at) > Date.now() ? 'texts' : 'texted';
  const about = jobName ? ` about ${jobName}` : '';
  const state = texts === 'texts' ? '' : answered ? ', answered' : ', unanswered';
  return `${who} ${texts}${about} ${isNear ? day.toLowerCase() : `on ${day}`}${state}.`;
}
