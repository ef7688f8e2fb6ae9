import type { z } from 'zod';
import type { SubscriptionInfo } from '../../contract/accounts.ts';
import type { Card, Invoice } from '../../contract/payments.ts';
import type { PlanEntry } from '../../contract/plans.ts';
import type { ReplyOutput } from '../../contract/route.ts';
import type * as routes from '../../contract/routes.ts';
import { makeAccount, makeId } from './make.ts';

export function makePlans(prices: Partial<Record<string, number>> = {}): z.infer<typeof PlanEntry>[] {
  const { payg = 15, personal = 29, personalAnnual = 290, team = 25, teamAnnual = 250 } = prices;
  const shared = { requirements: ['A credit card.'], clarification: '', currency: 'USD' };
  return [
    {
      ...shared,
      id: 'payg',
      title: 'Pay as you go',
      accountType: 'personal',
      planTypes: ['payg'],
      description: 'For texting now and then.',
      subDescription: 'A small fee each month, and packages of texts.',
      features: ['One recruiter', 'Text packages from 200'],
      clarification: 'Long texts count as several.',
      monthlyPrice: payg,
      annualPrice: null,
    },
    {
      ...shared,
      id: 'personalUnlimited',
      title: 'Personal unlimited',
      accountType: 'personal',
      planTypes: ['monthly', 'annual'],
      description: 'For a recruiter who texts every day.',
      subDescription: 'One price, however much you text.',
      features: ['One recruiter', 'Unlimited texts'],
      monthlyPrice: personal,
      annualPrice: personalAnnual,
    },
    {
      ...shared,
      id: 'teamUnlimited',
      title: 'Team unlimited',
      accountType: 'team',
      planTypes: ['monthly', 'annual'],
      description: 'For a company.',
      subDescription: 'One price for each recruiter.',
      requirements: ['At least 3 recruiters.', 'A credit card, or an invoice for annual plans.'],
      features: ['A number for every recruiter', 'Unlimited texts'],
      monthlyPrice: team,
      annualPrice: teamAnnual,
    },
  ];
}

export function makePreview(
  over: Partial<ReplyOutput<typeof routes.previewPlan>> = {},
): ReplyOutput<typeof routes.previewPlan> {
  return {
    dueNowCents: 7500,
    lines: [{ description: 'Team unlimited, monthly: 3 recruiters', amountCents: 7500 }],
    startsAt: null,
    renewsAt: '2026-12-20T15:00:00.000Z',
    renewalCents: 7500,
    currency: 'USD',
    cardRequired: false,
    seatsBefore: 0,
    seatsAfter: 3,
    numbersReleased: 0,
    remainingTextsAfter: null,
    ...over,
  };
}

export function makeCard(over: Partial<z.infer<typeof Card>> = {}): z.infer<typeof Card> {
  return { name: 'Dana Reed', brand: 'visa', expMonth: 4, expYear: 2099, last4: '4242', ...over };
}

export function makeInvoice(over: Partial<Invoice> = {}): Invoice {
  return {
    id: makeId(),
    number: 'HT-0001',
    status: 'paid',
    description: 'Team unlimited, monthly',
    amountCents: 7500,
    currency: 'USD',
    createdAt: '2026-11-20T15:00:00.000Z',
    dueAt: null,
    paidAt: '2026-11-20T15:00:00.000Z',
    pdfUrl: 'http://localhost/invoices/1.pdf?signature=abc',
    ...over,
  };
}

/** Of a person alone, with so many texts left. */
export function makePaygAccount(
  remainingTexts: number,
  over: Partial<z.infer<typeof SubscriptionInfo>> = {},
) {
  const account = makeAccount({
    type: 'personal',
    planType: 'payg',
    seats: { used: 1, pending: 0, available: 0, total: 1 },
  });
  return {
    ...account,
    subscriptionInfo: {
      ...account.subscriptionInfo,
      billingMode: 'prepaid' as const,
      seats: 1,
      remainingTexts,
      ...over,
    },
  };
}

export const textPackages = {
  currency: 'USD',
  packages: [
    { count: 200, price: 16 },
    { count: 400, price: 28 },
    { count: 600, price: 36 },
    { count: 800, price: 40 },
    { count: 1000, price: 45 },
  ],
};
