import { Skeleton, Stack } from '@mantine/core';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { RegistrationProgress } from './registration-progress.tsx';
import { useRegistration } from './registration-query.ts';
import { RegistrationSummary } from './registration-summary.tsx';
import { sentenceOf } from './words.ts';

export function RegistrationScreen() {
  const registration = useRegistration();
  const { user } = useMe();
  const { data } = registration;
  const isOff = data && !data.isRequired && data.history.length === 0;
  return (
    <Page
      title={
        data && data.state !== 'draft' ? 'Carrier registration' : 'Register your company with the carriers'
      }
      lead={
        data ? (data.isRequired ? sentenceOf(data) : 'Carrier registration is turned off here.') : undefined
      }
      back={{ to: paths.accountCompany, label: 'Company' }}
    >
      {isOff ? null : data ? (
        <Stack gap="xl">
          {data.history.length > 0 && <RegistrationProgress registration={data} timezone={user.timezone} />}
          {data.can.edit ? (
            // What was rejected begins at its first step again.
            <RegistrationForm key={data.state} registration={data} />
          ) : (
            <RegistrationSummary registration={data} />
          )}
        </Stack>
      ) : registration.isError ? (
        <LoadFailure what="The registration" retry={() => void registration.refetch()} />
      ) : (
        <Stack gap="md" role="status" aria-busy="true" aria-label="Loading the registration">
          <Skeleton height={40} />
          <Skeleton height={320} />
        </Stack>
      )}
    </Page>
  );
}
