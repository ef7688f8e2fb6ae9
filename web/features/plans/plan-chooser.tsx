import { SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Account, MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { useTaskDialog } from '../../lib/use-task-dialog.ts';
import { isEnding, type PlanChoice } from '../billing/billing-query.ts';
import {
  headlineOf,
  noteOf,
  type Period,
  type PlanEntry,
  planTypeFor,
  totalOf,
} from '../billing/plan-words.ts';
import { ConfirmPlanDialog, type PlanTask } from './confirm-plan-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import classes from './plan-selection-screen.module.css';
import { TeamOptions } from './team-options.tsx';

const fitsContract: (choice: PlanChoice) => { recruiters?: string } = schemaValidator(routes.changePlan.body);

const labels: Record<PlanEntry['id'], string> = {
  payg: 'Choose pay as you go',
  personalUnlimited: 'Choose personal',
  teamUnlimited: 'Choose team',
};

/** Null: none of them yet. */
function planOf({ type, planType }: Account): PlanEntry['id'] | null {
  if (planType === 'free') return null;
  if (planType === 'payg') return 'payg';
  return type === 'team' ? 'teamUnlimited' : 'personalUnlimited';
}

/** The plans side by side. The choice is confirmed before anything is charged. */
export function PlanChooser({ account, user, plans }: { account: Account; user: User; plans: PlanEntry[] }) {
  const isAdmin = user.userType === 'admin';
  const { off, billingMode } = account.subscriptionInfo;
  const onTeam = account.type === 'team' && account.planType !== 'free';
  const ending = isEnding(account);
  const [period, setPeriod] = useState<Period>(account.planType === 'annual' ? 'annual' : 'monthly');
  const [recruiters, setRecruiters] = useState<number | string>(
    onTeam ? Math.max(account.seats.total, MIN_TEAM_RECRUITERS) : MIN_TEAM_RECRUITERS,
  );
  const [byInvoice, setByInvoice] = useState(onTeam && billingMode === 'invoicing');
  const isNamed = account.type === 'team';
  // A personal account has the name of the person who signed up.
  const [company, setCompany] = useState(account.name === personName(user) ? '' : account.name);
  const companyField = useRef<HTMLInputElement>(null);
  const recruitersField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ company?: string; recruiters?: string }>({});
  const confirm = useTaskDialog<PlanTask>();
  const current = planOf(account);

  function choiceOf(plan: PlanEntry): PlanChoice {
    const planType = planTypeFor(plan, period);
    if (plan.accountType === 'personal') return { accountType: 'personal', planType };
    const billing = planType === 'annual' && byInvoice && !off ? { billing: 'invoicing' as const } : {};
    return { accountType: 'team', planType, recruiters: Number(recruiters), ...billing };
  }

  const isAsItIs = (plan: PlanEntry) => {
    const choice = choiceOf(plan);
    return (
      plan.id === current &&
      choice.planType === account.planType &&
      (choice.accountType === 'personal' ||
        (account.seats.total === recruiters &&
          (choice.billing === 'invoicing') === (billingMode === 'invoicing')))
    );
  };

  const errorsOf = (choice: PlanChoice) => ({
    ...(!isNamed && company.trim() === '' ? { company: 'The company name is required' } : {}),
    ...(recruiters === '' ? { recruiters: 'The number of recruiters is required' } : fitsContract(choice)),
  });

  function choose(plan: PlanEntry) {
    const choice = choiceOf(plan);
    const found = choice.accountType === 'team' ? errorsOf(choice) : {};
    setErrors(found);
    if (found.company) return companyField.current?.focus();
    if (found.recruiters) return recruitersField.current?.focus();
    const name = company.trim();
    const renamed = choice.accountType === 'team' && !isNamed && name !== account.name;
    confirm.open({ plan, choice, company: renamed ? name : null });
  }

  const actionOf = (plan: PlanEntry) => {
    const asItIs = isAsItIs(plan);
    return {
      current: plan.id === current,
      label:
        plan.id !== current
          ? labels[plan.id]
          : !asItIs
            ? 'Update plan'
            : ending
              ? 'Keep my plan'
              : 'Your plan',
      disabled: !isAdmin || (asItIs && !ending),
      onChoose: () => choose(plan),
    };
  };

  return (
    <>
      <div className={classes.period}>
        <SegmentedControl
          aria-label="Billed"
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          data={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'annual', label: 'Yearly' },
          ]}
        />
      </div>
      <div className={classes.plans}>
        {plans.map((plan) => {
          const planType = planTypeFor(plan, period);
          return (
            <PlanCard
              key={plan.id}
              plan={plan}
              headline={off ? null : headlineOf(plan, planType)}
              note={off ? null : noteOf(plan, planType)}
              {...actionOf(plan)}
            >
              {plan.accountType === 'team' && (
                <TeamOptions
                  disabled={!isAdmin}
                  company={isNamed ? null : company}
                  onCompany={setCompany}
                  companyField={companyField}
                  recruiters={recruiters}
                  onRecruiters={setRecruiters}
                  recruitersField={recruitersField}
                  errors={errors}
                  total={off ? null : totalOf(plan, planType, Number(recruiters))}
                  byInvoice={off || planType !== 'annual' ? null : byInvoice}
                  onByInvoice={setByInvoice}
                />
              )}
            </PlanCard>
          );
        })}
      </div>
      {confirm.asked && (
        <ConfirmPlanDialog
          key={confirm.asked.time}
          {...confirm.asked.task}
          account={account}
          user={user}
          {...confirm.state}
        />
      )}
    </>
  );
}
