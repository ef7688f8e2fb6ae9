import { Badge } from '@mantine/core';
import { candidateName } from '../../../contract/person-name.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import classes from './automation-form.module.css';
import { momentIn, subjectInWords } from './automation-words.ts';
import common from './automations.module.css';

export type Found = ReplyOutput<typeof routes.previewAutomation>;

/** Who would be texted, soonest first. */
export function WhoList({ found: { total, items }, here }: { found: Found; here: string }) {
  return (
    <>
      <ol className={classes.who} aria-label="Who would get it">
        {items.map(({ candidate, sendAt, timezone, reason, subject, held }) => (
          <li key={`${candidate.id} ${subject.id} ${sendAt}`}>
            <b>{candidateName(candidate)}</b>
            {held && (
              <>
                {' '}
                <Badge color="orange" variant="light" size="sm" tt="none">
                  Held
                </Badge>
              </>
            )}
            <span>{momentIn(sendAt, timezone, here)}</span>
            <span>{subjectInWords(subject, here)}</span>
            {reason && (
              <span className={common.reason} data-held={held || undefined}>
                {reason}
              </span>
            )}
          </li>
        ))}
      </ol>
      {total > items.length && <p className={classes.more}>{`And ${total - items.length} more.`}</p>}
    </>
  );
}
