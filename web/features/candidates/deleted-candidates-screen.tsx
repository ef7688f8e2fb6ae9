import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ERASED_PERSON } from '../../../contract/audit.ts';
import type { DeletedCandidate } from '../../../contract/candidates.ts';
import { DELETION_DAYS } from '../../../contract/deletion.ts';
import { candidateName, personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { longDate } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { itemsOf, PagedList } from '../../ui/paged-list.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { candidatesChanged, deletedCandidatesQuery } from './candidates-query.ts';
import classes from './deleted-candidates-screen.module.css';

/** Admins find here what they or a colleague deleted. */
export function DeletedCandidatesScreen() {
  return (
    <Page
      title="Deleted candidates"
      lead={`You can restore a candidate and their conversations for ${DELETION_DAYS} days. After that, everything is erased.`}
      width="wide"
    >
      <DeletedCandidates />
    </Page>
  );
}

function DeletedCandidates() {
  const list = useInfiniteQuery(deletedCandidatesQuery());
  const { timezone } = useMe().user;
  return (
    <PagedList
      list={list}
      items={itemsOf(list.data)}
      what="Deleted candidates"
      empty={
        <EmptyState
          icon={<IconTrash size={32} stroke={1.5} />}
          title="No deleted candidates"
          text={`Candidates you delete stay here for ${DELETION_DAYS} days.`}
        />
      }
    >
      {(candidates) => (
        <ul className={classes.list} aria-label="Deleted candidates">
          {candidates.map((candidate) => (
            <Row key={candidate.id} candidate={candidate} timezone={timezone} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function byWhom({ byRule, deletedBy }: DeletedCandidate): string {
  if (byRule) return "by your company's retention rule";
  return `by ${deletedBy ? personName(deletedBy) : ERASED_PERSON.toLowerCase()}`;
}

function Row({ candidate, timezone }: { candidate: DeletedCandidate; timezone: string }) {
  const restore = useSave({
    save: () => call(routes.restoreCandidate, { params: { id: candidate.id } }),
    done: 'Candidate restored',
    // A refusal means that something has changed since.
    changes: candidatesChanged,
  });
  const called = candidateName(candidate);
  const { conversations } = candidate;
  return (
    <li>
      <PersonAvatar person={candidate} size={32} />
      <div className={classes.who}>
        <div>{personName(candidate) || 'No name yet'}</div>
        <div className={classes.detail}>
          {candidate.phoneNumberFormatted} · {counted(conversations, 'conversation')}
        </div>
        <div className={classes.detail}>
          Deleted {byWhom(candidate)} on {longDate(candidate.deletedAt, timezone)}
        </div>
        <div className={classes.detail}>
          {candidate.can.restore
            ? `You can restore them until ${longDate(candidate.erasesAt, timezone)}.`
            : "You have a new candidate with this phone number, so you can't restore this one."}
        </div>
      </div>
      {candidate.can.restore && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Restore ${called}`}
          loading={restore.isPending}
          onClick={() => restore.run()}
        >
          Restore
        </Button>
      )}
    </li>
  );
}
