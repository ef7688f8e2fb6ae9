import { MIN_TEAM_RECRUITERS } from '../../../contract/accounts.ts';
import type { PlanEntry, PriceId } from '../../../contract/plans.ts';
import type { Billing } from '../../deps.ts';

type PlanText = Omit<PlanEntry, 'monthlyPrice' | 'annualPrice' | 'currency'> & {
  monthly: PriceId;
  annual: PriceId | null;
};

/** The plans, as the screen shows them side by side. */
const PLAN_TEXTS: PlanText[] = [
  {
    id: 'payg',
    title: 'Pay as you go',
    accountType: 'personal',
    planTypes: ['payg'],
    description: 'For texting now and then.',
    subDescription: 'Billed monthly. You buy texts in packages.',
    requirements: ["You'll need a credit card."],
    features: ['One recruiter', 'Your own texting number', 'Text packages that never expire'],
    clarification:
      'A text counts as one for each 160 characters, or for each 70 with emoji. Texts you receive are free.',
    monthly: 'payg',
    annual: null,
  },
  {
    id: 'personalUnlimited',
    title: 'Personal unlimited',
    accountType: 'personal',
    planTypes: ['monthly', 'annual'],
    description: 'For a recruiter who texts every day.',
    subDescription: 'Billed monthly or yearly.',
    requirements: ["You'll need a credit card."],
    features: ['One recruiter', 'Your own texting number', 'Unlimited texts', 'Templates and automations'],
    clarification: 'The yearly price is for the whole year.',
    monthly: 'personalMonthly',
    annual: 'personalAnnual',
  },
  {
    id: 'teamUnlimited',
    title: 'Team unlimited',
    accountType: 'team',
    planTypes: ['monthly', 'annual'],
    description: 'For a company, with a seat for each recruiter.',
    subDescription: 'Billed monthly or yearly, for each seat.',
    requirements: [
      `You need at least ${MIN_TEAM_RECRUITERS} recruiters.`,
      "You'll need a credit card. You can also pay a yearly plan by invoice.",
    ],
    features: [
      `${MIN_TEAM_RECRUITERS} recruiters or more`,
      'A number for every recruiter',
      'Unlimited texts',
      'Shared candidates and opt-outs',
      'Templates and automations',
    ],
    clarification: 'Prices are for one recruiter. Seats you add later are prorated.',
    monthly: 'teamMonthly',
    annual: 'teamAnnual',
  },
];

/** Null: every plan is free. */
export function presentPlans(billing: Pick<Billing, 'prices' | 'currency'> | null): PlanEntry[] {
  const priceOf = (id: PriceId) => billing?.prices[id] ?? 0;
  return PLAN_TEXTS.map(({ monthly, annual, ...text }) => ({
    ...text,
    requirements:
      billing === null ? text.requirements.filter((each) => !each.includes('card')) : text.requirements,
    monthlyPrice: priceOf(monthly),
    annualPrice: annual === null ? null : priceOf(annual),
    currency: billing?.currency ?? 'USD',
  }));
}
