import { Button, Text } from '@mantine/core';
import { IconBriefcase, IconSpeakerphone, IconTag } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BROADCASTS, JOBS, missingOf } from '../../../contract/access.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import { candidateName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { unlessGone } from '../../lib/api/unless-gone.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { showDone, showFailure } from '../../lib/notices.ts';
import { whoIs } from '../../lib/session/access.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { AddTagDialog } from '../../ui/add-tag-dialog.tsx';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { showUndo } from '../../ui/undo-notice.tsx';
import { saveChange } from '../conversations/panel/use-change-candidate.ts';
import { JobChoice } from '../jobs/job-choice.tsx';
import { jobsChanged } from '../jobs/jobs-query.ts';
import { hasTag } from '../messages/conversation-cache.ts';
import classes from './bulk-bar.module.css';
import { candidatesChanged } from './candidates-query.ts';
import { type Each, MOST_AT_ONCE, runEach } from './run-each.ts';
import { tagsQuery } from './use-filter-choices.ts';

/** What can be done with the selected candidates. */
export function CandidateBulkBar({ candidates, onClear }: { candidates: Candidate[]; onClear: () => void }) {
  const { user, account } = useMe();
  const [asking, setAsking] = useState<'tag' | 'job' | null>(null);
  const isTooMany = candidates.length > MOST_AT_ONCE;
  const dialog = { candidates, onClose: () => setAsking(null), onDone: onClear };
  return (
    <BulkBar label="Selected candidates" count={candidates.length} onClear={onClear}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTag size={14} />}
        disabled={isTooMany}
        onClick={() => setAsking('tag')}
      >
        Add tag
      </Button>
      {missingOf(JOBS, whoIs(user, account)) === null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBriefcase size={14} />}
          disabled={isTooMany}
          onClick={() => setAsking('job')}
        >
          Add to job
        </Button>
      )}
      {missingOf(BROADCASTS, whoIs(user, account)) === null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSpeakerphone size={14} />}
          renderRoot={(props) => (
            <Link to={paths.newBroadcast} state={{ people: candidates.map(personOf) }} {...props} />
          )}
        >
          Text these
        </Button>
      )}
      {isTooMany && <Text size="xs">Select at most {MOST_AT_ONCE} to change them together.</Text>}
      {asking === 'tag' && <TagDialog {...dialog} />}
      {asking === 'job' && <JobDialog {...dialog} />}
    </BulkBar>
  );
}

const personOf = (candidate: Candidate) => ({ id: candidate.id, name: candidateName(candidate) });

interface Dialog {
  candidates: Candidate[];
  onClose: () => void;
  onDone: () => void;
}

function TagDialog({ candidates, onClose, onDone }: Dialog) {
  const queryClient = useQueryClient();
  const known = useQuery(tagsQuery()).data ?? [];
  const bulk = useBulk({
    candidates,
    onClose,
    onDone,
    words: (count, { tag }: { tag: string }) => `Added the tag ${tag} to ${counted(count, 'candidate')}`,
    run: async (candidate, { tag }) => {
      if (hasTag(candidate.tags, tag)) return null;
      await saveChange(queryClient, candidate, (now) => ({
        tags: hasTag(now.tags, tag) ? now.tags : [...now.tags, tag],
      }));
      return candidate.id;
    },
    undo: (candidate, { tag }) =>
      saveChange(queryClient, candidate, (now) => ({ tags: now.tags.filter((other) => other !== tag) })),
    changes: candidatesChanged,
  });
  return (
    <AddTagDialog
      title={`Add a tag to ${counted(candidates.length, 'candidate')}`}
      known={known.map(({ tag }) => tag)}
      isSaving={bulk.isPending}
      onAdd={(tag) => bulk.run({ tag })}
      onClose={onClose}
    >
      <Failures failed={bulk.failed} />
    </AddTagDialog>
  );
}

function JobDialog({ candidates, onClose, onDone }: Dialog) {
  const bulk = useBulk({
    candidates,
    onClose,
    onDone,
    words: (count, { jobName }: { jobId: string; jobName: string; stageId: string | null }) =>
      `Added ${counted(count, 'candidate')} to ${jobName}`,
    run: async (candidate, { jobId, stageId }) => {
      if (candidate.applications.some((application) => application.jobId === jobId)) return null;
      const { id } = await call(routes.createApplication, {
        body: { candidateId: candidate.id, jobId, ...(stageId && { stageId }) },
        idempotencyKey: crypto.randomUUID(),
      });
      return id;
    },
    undo: (_, __, id) => unlessGone(call(routes.deleteApplication, { params: { id } })),
    changes: jobsChanged,
  });
  return (
    <JobChoice
      title={`Add ${counted(candidates.length, 'candidate')} to a job`}
      isSaving={bulk.isPending}
      onChoose={bulk.run}
      onClose={onClose}
    >
      <Failures failed={bulk.failed} />
    </JobChoice>
  );
}

/** One change of each candidate; null where there is nothing to change. What was done can be undone, all of it. */
function useBulk<Input>({
  candidates,
  onClose,
  onDone,
  words,
  run,
  undo,
  changes,
}: Dialog & {
  words: (count: number, input: Input) => string;
  /** Null: it was so before. */
  run: (candidate: Candidate, input: Input) => Promise<string | null>;
  undo: (candidate: Candidate, input: Input, answer: string) => Promise<unknown>;
  changes: (queryClient: QueryClient) => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<Each<Candidate, unknown>['failed']>([]);
  async function takeBack(done: { item: Candidate; answer: string }[], input: Input) {
    try {
      const back = await runEach(done, ({ item, answer }) => undo(item, input, answer));
      const [first] = back.failed;
      if (first) showDone(`${counted(back.failed.length, 'candidate')} stayed as they are: ${first.reason}`);
    } catch (error) {
      showFailure(error);
    } finally {
      await changes(queryClient);
    }
  }
  const { isPending, run: save } = useSave({
    save: (input: Input) => runEach(candidates, (candidate) => run(candidate, input)),
    keep: (_, each, input) => {
      const changed = each.done.flatMap(({ item, answer }) => (answer === null ? [] : [{ item, answer }]));
      if (changed.length > 0) showUndo(words(changed.length, input), () => void takeBack(changed, input));
      else if (each.failed.length === 0) showDone('Nothing to change: it was so for all of them');
    },
    changes,
    onDone: ({ failed: left }) => {
      setFailed(left);
      if (left.length > 0) return;
      onClose();
      onDone();
    },
  });
  return { isPending, run: save, failed };
}

function Failures({ failed }: Pick<Each<Candidate, unknown>, 'failed'>) {
  if (failed.length === 0) return null;
  return (
    <div role="alert">
      <Text size="sm" c="var(--danger)">
        {counted(failed.length, 'candidate')} couldn't be changed. All others are done.
      </Text>
      <ul className={classes.failed}>
        {failed.map(({ item, reason }) => (
          <li key={item.id}>
            {candidateName(item)}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
