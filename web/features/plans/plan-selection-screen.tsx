import { Alert, NumberInput, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Account, MAX_COMPANY_NAME, MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/person-name.ts';
import type { BodyInput } from '../../../contract/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { FewerSeatsDialog } from './fewer-seats-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import classes from './plan-selection-screen.module.css';

type Choice = BodyInput<typeof routes.changePlan>;

const fitsContract: (choice: Choice) => { recruiters?: string } = schemaValidator(routes.changePlan.body);
/** Dollars. */
const PAYG_PER_MONTH = 15;

export function PlanSelectionScreen() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const failed = [user, account].filter((query) => query.isError && !query.data);
  return (
    <Page
      title="Choose a plan"
      width="wide"
      lead="Every plan comes with your own texting number. You can change plans anytime."
    >
      {failed.length > 0 ? (
        <LoadFailure what="Your plan" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : user.data && account.data ? (
        <Plans account={account.data} user={user.data} />
      ) : (
        <div className={classes.plans} role="status" aria-busy="true" aria-label="Loading plans">
          <Skeleton height={320} />
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}

function Plans({ account, user }: { account: Account; user: User }) {
  const isAdmin = user.userType === 'admin';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const changePlan = useCallOnce(routes.changePlan);
  const onTeam = account.type === 'team';
  const [period, setPeriod] = useState<'monthly' | 'annual'>(
    onTeam && account.planType === 'annual' ? 'annual' : 'monthly',
  );
  const [recruiters, setRecruiters] = useState<number | string>(
    onTeam ? Math.max(account.seats.total, MIN_TEAM_RECRUITERS) : MIN_TEAM_RECRUITERS,
  );
  // A personal account has the name of the person who signed up.
  const [company, setCompany] = useState(account.name === personName(user) ? '' : account.name);
  const companyField = useRef<HTMLInputElement>(null);
  const recruitersField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ company?: string; recruiters?: string }>({});
  const [asked, setAsked] = useState<Choice | null>(null);
  const change = useMutation({
    mutationFn: async (body: Choice) => {
      const name = company.trim();
      if (body.accountType === 'team' && !onTeam && name !== account.name)
        await call(routes.updateAccount, { body: { name } });
      return changePlan({ body });
    },
    meta: { loader: 'Changing your plan' },
    onSuccess: async (changed) => {
      queryClient.setQueryData(accountQuery().queryKey, changed);
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.getUser) });
      notifications.show({ message: 'Plan updated', color: 'teal' });
      await navigate({ to: user.seat?.twilioNumber ? paths.account : paths.getNumber });
    },
  });

  const choices = {
    payg: { accountType: 'personal', planType: 'payg' },
    personal: { accountType: 'personal', planType: 'monthly' },
    team: { accountType: 'team', planType: period, recruiters: Number(recruiters) },
  } satisfies Record<string, Choice>;
  const current =
    account.planType === 'free' ? null : account.planType === 'payg' ? 'payg' : onTeam ? 'team' : 'personal';
  const seatsAfter = (choice: Choice) => (choice.accountType === 'team' ? (choice.recruiters ?? 0) : 1);
  const choose = (choice: Choice) => {
    const found = choice.accountType === 'team' ? errorsOf(choice) : {};
    setErrors(found);
    if (found.company) return companyField.current?.focus();
    if (found.recruiters) return recruitersField.current?.focus();
    if (onTeam && seatsAfter(choice) < account.seats.total) setAsked(choice);
    else change.mutate(choice);
  };
  const errorsOf = (choice: Choice) => ({
    ...(!onTeam && company.trim() === '' ? { company: 'The company name is required' } : {}),
    ...(recruiters === '' ? { recruiters: 'The number of recruiters is required' } : fitsContract(choice)),
  });
  const unchanged = onTeam && account.planType === period && account.seats.total === recruiters;

  function action(plan: keyof typeof choices, label: string) {
    return {
      current: current === plan,
      label: current === plan ? (plan === 'team' ? 'Update plan' : 'Your plan') : label,
      disabled: !isAdmin || change.isPending || (current === plan && (plan !== 'team' || unchanged)),
      loading:
        change.isPending &&
        change.variables.accountType === choices[plan].accountType &&
        change.variables.planType === choices[plan].planType,
      onChoose: () => choose(choices[plan]),
    };
  }

  return (
    <>
      <Alert color="iris" variant="light" mb="lg">
        {isAdmin
          ? "Billing isn't set up on this server, so you won't be charged."
          : 'Only an admin at your company can choose a plan. Ask one of them.'}
      </Alert>
      <div className={classes.plans}>
        <PlanCard
          title="Pay as you go"
          headline={`$${PAYG_PER_MONTH} per month`}
          text="For texting now and then."
          features={['One recruiter', 'Pay only for what you send']}
          {...action('payg', 'Choose pay as you go')}
        />
        <PlanCard
          title="Personal unlimited"
          headline="Unlimited texts"
          text="For a recruiter who texts every day."
          features={['One recruiter', 'No charge per text', 'Billed monthly']}
          {...action('personal', 'Choose personal')}
        />
        <PlanCard
          title="Team unlimited"
          headline="Unlimited texts"
          text="For a company, with a seat for each recruiter."
          features={[
            `${MIN_TEAM_RECRUITERS} recruiters or more, priced per seat`,
            'A number for every recruiter',
            'Shared candidates and opt-outs',
          ]}
          {...action('team', 'Choose team')}
        >
          <div className={classes.options}>
            {!onTeam && (
              <TextInput
                label="Company name"
                description="The people you invite see it"
                autoComplete="organization"
                maxLength={MAX_COMPANY_NAME}
                disabled={!isAdmin}
                value={company}
                onChange={(event) => setCompany(event.currentTarget.value)}
                ref={companyField}
                error={errors.company}
              />
            )}
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label="Billed"
              value={period}
              onChange={(value) => setPeriod(value as typeof period)}
              data={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'annual', label: 'Annual' },
              ]}
            />
            <NumberInput
              label="Recruiters"
              description={`At least ${MIN_TEAM_RECRUITERS}`}
              min={MIN_TEAM_RECRUITERS}
              clampBehavior="none"
              ref={recruitersField}
              error={errors.recruiters}
              value={recruiters}
              onChange={setRecruiters}
            />
          </div>
        </PlanCard>
      </div>
      <FewerSeatsDialog
        opened={asked !== null}
        before={account.seats.total}
        after={seatsAfter(asked ?? choices.team)}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          if (asked) change.mutate(asked);
        }}
      />
    </>
  );
}
