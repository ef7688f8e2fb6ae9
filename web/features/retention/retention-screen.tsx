import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Retention } from '../../../contract/retention.ts';
import { upcomingTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PointList } from '../../ui/point-list.tsx';
import { Section } from '../../ui/section.tsx';
import { RetentionForm } from './retention-form.tsx';
import { retentionQuery } from './retention-query.ts';
import { lastRunInWords } from './retention-words.ts';

/** How long the company keeps what it has. */
export function RetentionScreen() {
  const retention = useQuery(retentionQuery());
  return (
    <Page
      back={{ to: paths.accountCompany, label: 'Company' }}
      title="Retention"
      lead="Hiretext deletes what is older than you want to keep, every day. Until you set a rule, everything is kept."
      width="account"
    >
      {retention.data ? (
        <Rules retention={retention.data} />
      ) : retention.isError ? (
        <LoadFailure what="The retention rules" retry={() => void retention.refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading the retention rules" />
      )}
    </Page>
  );
}

function Rules({ retention }: { retention: Retention }) {
  const { timezone } = useMe().user;
  const { startsAt, lastRun } = retention;
  return (
    <>
      {startsAt && (
        <Alert icon={<IconClock size={18} />} color="yellow" mb="lg" title="Nothing is deleted yet">
          Your rule begins to delete {upcomingTime(startsAt, timezone)}. Change it back before then to keep
          everything.
        </Alert>
      )}
      <Section title="How long to keep" text="Leave a field empty to keep things for good.">
        <RetentionForm retention={retention} />
      </Section>
      <Section title="What stays">
        <Stack gap="md">
          <PointList
            points={[
              'Opt-outs and the consent history, so no one who opted out is texted again.',
              'Everything about candidates on legal hold. You put them on hold on their page.',
              'Candidates who wait for an answer, are in an open job, or have an interview, a scheduled text or a reminder coming.',
              'Texts that might mean "stop", until someone reviews them.',
              'Your figures in Analytics, your bills and the activity log.',
            ]}
          />
          <Text size="sm" c="dimmed">
            {lastRun ? lastRunInWords(lastRun, timezone) : 'Nothing was deleted so far.'}
          </Text>
        </Stack>
      </Section>
    </>
  );
}
