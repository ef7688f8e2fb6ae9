import { z } from 'zod';
import { keepDays } from './db/days.ts';
import type { Deps } from './deps.ts';
import { runCheckFigures } from './features/analytics/figures/check-figures.ts';
import { checkFigures } from './features/analytics/figures/feed.ts';
import { findWeekly, mailWeekly, runFindWeekly, runMailWeekly } from './features/analytics/weekly-mail.ts';
import { atsEvent } from './features/ats/events.ts';
import { forgetAts, runForgetAts } from './features/ats/forget.ts';
import { runAskWho } from './features/ats/name-unknown.ts';
import { noteTexts, runNoteTexts, runWriteAtsNotes, writeAtsNotes } from './features/ats/notes-jobs.ts';
import { sweepAtsNotes } from './features/ats/notes-store.ts';
import { runAtsEvent } from './features/ats/run-event.ts';
import { subscribeAts, sweepAts, syncAts, takeBackAts } from './features/ats/schedule.ts';
import { runSubscribeAts, runTakeBackAts } from './features/ats/subscribe.ts';
import { runSweepAts, runSyncAts } from './features/ats/sync.ts';
import { sweepPasskeys } from './features/auth/passkeys/passkey-challenges.ts';
import { mailSecret, runMailSecret } from './features/auth/secrets/mail-secret.ts';
import { sweepSecrets } from './features/auth/secrets/secret-store.ts';
import { sweepSessions } from './features/auth/store.ts';
import { lookAtHeld, mailHeld, runLookAtHeld, runMailHeld } from './features/automations/mail-held.ts';
import { markEnabled } from './features/automations/marks.ts';
import { planAgain, sweepAutomations, sweepPlannedTexts } from './features/automations/sweep-automations.ts';
import { finishBillingAction, runFinishBillingAction } from './features/billing/carry-out.ts';
import { runFitQuantity } from './features/billing/fit-quantity.ts';
import { followDeletion, runFollowDeletion } from './features/billing/follow-deletion.ts';
import {
  checkUsage,
  closeUsage,
  runCheckUsage,
  runCloseUsage,
  sweepUsage,
} from './features/billing/ledger/close-entries.ts';
import { runLookAtBilling, runSweepBilling, sweepBilling } from './features/billing/look.ts';
import { runStartNextPlan } from './features/billing/next-plan.ts';
import { reconcileBilling, runReconcileBilling } from './features/billing/reconcile.ts';
import { fitQuantity, lookAtBilling, startNextPlan } from './features/billing/schedule.ts';
import { runSweepCalls, sweepCalls } from './features/calls/sweep-calls.ts';
import { mailEndingConnections } from './features/connected-apps/mail-ending.ts';
import { sweepOauth } from './features/connected-apps/store.ts';
import { erase, runErase } from './features/deletions/erase.ts';
import { runSweepDeletions, sweepDeletions } from './features/deletions/sweep-deletions.ts';
import { sweepDrafts } from './features/drafts/store.ts';
import { EVENTS } from './features/events/event-ids.ts';
import { runAccountImport, runRunAccountImport } from './features/exports/importing/run-import.ts';
import { runExport, runRunExport } from './features/exports/run-export.ts';
import { sweepExports } from './features/exports/sweep-exports.ts';
import { returnPromised, runReturnPromised } from './features/follow-ups/return-promises.ts';
import { sweepOnboardings } from './features/hiring/onboardings/store.ts';
import { askWho } from './features/hiring/records/ask-who.ts';
import { runImport, runRunImport } from './features/imports/run-import.ts';
import { runUndoImport, undoImport } from './features/imports/saving/undo-import.ts';
import { sweepImports } from './features/imports/sweep-imports.ts';
import { runFollowLandline } from './features/landlines/follow.ts';
import { followLandline } from './features/landlines/schedule.ts';
import {
  downloadMedia,
  forgetRecording,
  runDownloadMedia,
  runForgetRecording,
} from './features/media/download-media.ts';
import { removeMedia, runRemoveMedia, sweepUploads } from './features/media/remove-media.ts';
import { sweepNotifications } from './features/notifications/store.ts';
import {
  configureCalls,
  runConfigureCalls,
  runSweepCallUrls,
  sweepCallUrls,
} from './features/numbers/configure-calls.ts';
import { releaseNumber, runReleaseNumber } from './features/numbers/quarantine.ts';
import { followLink, runFollowLink } from './features/numbers/refresh-link.ts';
import { sweepProposals } from './features/proposals/store.ts';
import { runSendPush, sendPush } from './features/push/send-push.ts';
import { detachReleased } from './features/registration/attach-numbers.ts';
import {
  attachSoon,
  followRegistration,
  runFollowRegistration,
  runSweepRegistrations,
  sweepRegistrations,
} from './features/registration/follow.ts';
import { sweepRetention } from './features/retention/sweep-retention.ts';
import { interviewChanged } from './features/scheduling/interviews/save-interview.ts';
import { bookTime, runBookTime } from './features/scheduling/offers/book-time.ts';
import { sweepTimeOffers } from './features/scheduling/offers/give-to-person.ts';
import { putInCalendar, runPutInCalendar } from './features/scheduling/offers/invite.ts';
import { mailCandidate, runMailCandidate } from './features/scheduling/offers/mail-candidate.ts';
import { runInterviewChanged } from './features/scheduling/offers/update-invitation.ts';
import { sweepSso } from './features/sso/store.ts';
import { resetSecondStep, runResetSecondStep } from './features/staff/reset-second-step.ts';
import { sweepSupportMessages } from './features/support/store.ts';
import { seatTaken } from './features/team/seats/give-seat.ts';
import { sweepInvitations } from './features/team/sweep-invitations.ts';
import { sweepAwaitedAnswers } from './features/texting/conversations/awaited-answers.ts';
import { sweepBulkChanges } from './features/texting/conversations/bulk-store.ts';
import { sweepHoldReviews } from './features/texting/conversations/hold-reviews.ts';
import { returnConversations, runReturnConversations } from './features/texting/conversations/return-due.ts';
import { runSettleOptOut } from './features/texting/conversations/review-hold.ts';
import { runSeatTaken } from './features/texting/conversations/seat-threads.ts';
import { settleOptOut } from './features/texting/conversations/undoable-opt-outs.ts';
import { sweepKeptDrafts } from './features/texting/kept-drafts/store.ts';
import { remindOfConsent, runRemindOfConsent } from './features/texting/sending/remind-of-consent.ts';
import { runSettleText, settleText } from './features/texting/sending/settle-text.ts';
import { runSweepTexts, sweepTexts } from './features/texting/sending/sweep-texts.ts';
import { mailUnread, runMailUnread } from './features/texting/unread/mail-unread.ts';
import { sweepTrustedBrowsers } from './features/users/trusted-browser-store.ts';
import { DELIVERIES } from './features/webhooks/store.ts';
import { sweepKeys } from './http/idempotency.ts';
import { sweepLimits } from './http/rate-limits.ts';
import { keepNotes } from './live/sweep-notes.ts';
import { runSendMail, sendMail } from './mail/send-mail.ts';
import { sweepStates } from './oauth/states.ts';
import { sweepClaims } from './queue/claim.ts';
import { removeRetired, removeSuperseded } from './queue/failed-jobs.ts';
import { jobKind } from './queue/job.ts';
import { type Cron, job, type Lane } from './queue/runner.ts';

/**
 * What piles up and is no longer needed: a job each, so that one that fails or takes long keeps no other from its turn.
 * docs/growth.md says for every table what keeps it from growing without end.
 */
const sweepsOfOld: Record<string, (deps: Deps) => Promise<void>> = {
  sweepNotes: ({ db }) => keepNotes(db),
  sweepKeys: ({ db }) => sweepKeys(db),
  sweepUploads: ({ db }) => sweepUploads(db),
  sweepAwaitedAnswers: ({ db }) => sweepAwaitedAnswers(db),
  sweepOnboardings: ({ db, clock }) => sweepOnboardings(db, clock()),
  sweepAtsNotes: ({ db }) => sweepAtsNotes(db),
  sweepAtsOauth: ({ db }) => sweepStates(db, 'ats_oauth_states'),
  sweepCalendarOauth: ({ db }) => sweepStates(db, 'calendar_oauth_states'),
  sweepSso: ({ db }) => sweepSso(db),
  sweepOauth: ({ db }) => sweepOauth(db),
  mailEndingConnections,
  sweepLimits: ({ db }) => sweepLimits(db),
  sweepCaptcha: ({ captcha }) => captcha.sweep(),
  sweepSecrets: ({ db }) => sweepSecrets(db),
  sweepPasskeys: ({ db }) => sweepPasskeys(db),
  sweepTrustedBrowsers: ({ db }) => sweepTrustedBrowsers(db),
  sweepClaims: ({ db }) => sweepClaims(db),
  removeSuperseded: ({ db }) => removeSuperseded(db),
  removeRetired: ({ db }) => removeRetired(db, RETIRED),
  sweepSessions: ({ db, clock }) => sweepSessions(db, clock()),
  sweepSupportMessages: ({ db }) => sweepSupportMessages(db),
  sweepHoldReviews: ({ db }) => sweepHoldReviews(db),
  sweepBulkChanges: ({ db }) => sweepBulkChanges(db),
  sweepDrafts: ({ db }) => sweepDrafts(db),
  sweepKeptDrafts: ({ db }) => sweepKeptDrafts(db),
  sweepNotifications: ({ db }) => sweepNotifications(db),
  sweepProposals: ({ db }) => sweepProposals(db),
  sweepInvitations,
  sweepTimeOffers,
  sweepImports,
  sweepExports,
  sweepUsage: ({ db }) => sweepUsage(db),
  sweepPlannedTexts: ({ db }) => sweepPlannedTexts(db),
  sweepAutomations: ({ db }) => sweepAutomations(db),
  sweepRetention: (deps) => sweepRetention(deps),
  sweepDeliveries: ({ db, clock }) => keepDays(db, DELIVERIES, clock()),
  dropOldEvents: ({ db, clock }) => keepDays(db, EVENTS, clock()),
};

export const sweeps = Object.entries(sweepsOfOld).map(([name, run]) => ({
  kind: jobKind({ name, payload: z.unknown(), maxAttempts: 1 }),
  run,
}));

/**
 * One line for each kind of job, in the lane whose slots it takes. However slow one lane's vendors are, the others go on
 * (decision 40).
 */
export function lanes(deps: Deps): Lane[] {
  const texts = [job(settleText, ({ accountId, messageId }) => runSettleText(deps, accountId, messageId))];
  const mails = [
    job(mailSecret, (asked, { id }) => runMailSecret(deps, asked, id)),
    job(sendMail, (mail) => runSendMail(deps, mail)),
    job(mailCandidate, (which) => runMailCandidate(deps, which)),
    job(mailUnread, (who) => runMailUnread(deps, who)),
    job(settleOptOut, (optOut) => runSettleOptOut(deps, optOut)),
    job(mailHeld, (owner) => runMailHeld(deps, owner)),
    job(mailWeekly, (admin) => runMailWeekly(deps, admin)),
  ];
  /** What asks carriers, registrars, other people's pages, and where media are kept. */
  const vendors = [
    job(followLink, async ({ accountId, numberId }) => {
      await runFollowLink(deps, accountId, numberId);
      await attachSoon(deps, accountId);
    }),
    job(followLandline, async ({ accountId, orderId }) => {
      await runFollowLandline(deps, accountId, orderId);
      await attachSoon(deps, accountId);
    }),
    job(followRegistration, ({ accountId }) => runFollowRegistration(deps, accountId)),
    job(configureCalls, ({ accountId, numberId }) => runConfigureCalls(deps, accountId, numberId)),
    job(releaseNumber, async ({ accountId, numberId }) => {
      await runReleaseNumber(deps, accountId, numberId);
      await detachReleased(deps, accountId, numberId);
    }),
    job(downloadMedia, ({ accountId, mediaId }) => runDownloadMedia(deps, accountId, mediaId)),
    job(removeMedia, ({ keys }) => runRemoveMedia(deps, keys)),
    job(forgetRecording, (recording) => runForgetRecording(deps, recording)),
    job(erase, (who) => runErase(deps, who)),
  ];
  /** What asks applicant-tracking systems. */
  const systems = [
    job(syncAts.kind, (key) => runSyncAts(deps, key)),
    job(atsEvent, (event) => runAtsEvent(deps, event)),
    job(subscribeAts.kind, (key) => runSubscribeAts(deps, key)),
    job(takeBackAts.kind, (key) => runTakeBackAts(deps, key)),
    job(forgetAts, (which) => runForgetAts(deps, which)),
  ];
  /** What asks the payment gateway. */
  const payments = [
    job(finishBillingAction, (action) => runFinishBillingAction(deps, action)),
    job(lookAtBilling, ({ accountId }) => runLookAtBilling(deps, accountId)),
    job(startNextPlan, ({ accountId }) => runStartNextPlan(deps, accountId)),
    job(fitQuantity, ({ accountId }) => runFitQuantity(deps, accountId)),
    job(followDeletion, ({ accountId }) => runFollowDeletion(deps, accountId)),
    job(sweepBilling, () => runSweepBilling(deps)),
    job(reconcileBilling, (page) => runReconcileBilling(deps, page)),
  ];
  /** What people wait for in them: texts that are to be notes, names of numbers. */
  const notes = [
    job(writeAtsNotes, (system) => runWriteAtsNotes(deps, system)),
    job(askWho, (candidate) => runAskWho(deps, candidate)),
  ];
  /** What asks people's calendars. */
  const calendars = [
    job(bookTime, (offer) => runBookTime(deps, offer)),
    job(putInCalendar, (interview) => runPutInCalendar(deps, interview)),
  ];
  /** What needs only the database. */
  const inside = [
    job(seatTaken, ({ accountId, seatId }) => runSeatTaken(deps, accountId, seatId)),
    job(interviewChanged, (which) => runInterviewChanged(deps, which)),
    job(resetSecondStep, (which) => runResetSecondStep(deps, which)),
    job(sweepTexts, () => runSweepTexts(deps)),
    job(remindOfConsent, () => runRemindOfConsent(deps)),
    job(returnPromised, () => runReturnPromised(deps)),
    job(returnConversations, () => runReturnConversations(deps)),
    job(noteTexts, () => runNoteTexts(deps)),
    job(sweepAts, () => runSweepAts(deps)),
    job(sweepRegistrations, () => runSweepRegistrations(deps)),
    job(sweepCallUrls, () => runSweepCallUrls(deps)),
    job(sweepCalls, () => runSweepCalls(deps)),
    job(sweepDeletions, () => runSweepDeletions(deps)),
    job(closeUsage, () => runCloseUsage(deps)),
    job(checkUsage, () => runCheckUsage(deps)),
    job(planAgain, ({ _cron }) => markEnabled(deps.db, _cron.ts)),
    job(lookAtHeld, () => runLookAtHeld(deps)),
    job(checkFigures, (which) => runCheckFigures(deps, which)),
    job(findWeekly, () => runFindWeekly(deps)),
  ];
  return [
    { slots: 4, jobs: texts },
    { slots: 3, jobs: mails },
    { slots: 4, jobs: vendors },
    { slots: 3, jobs: systems },
    { slots: 4, jobs: notes },
    { slots: 3, jobs: payments },
    { slots: 3, jobs: calendars },
    { slots: 4, jobs: [job(sendPush, (push) => runSendPush(deps, push))] },
    { slots: 2, jobs: inside },
    { slots: 2, jobs: imports(deps) },
    // A whole account each, for minutes.
    { slots: 2, jobs: wholeAccounts(deps) },
    // One after the other: they come all at once, and can wait.
    { slots: 1, jobs: sweeps.map(({ kind, run }) => job(kind, () => run(deps))) },
  ];
}

const wholeAccounts = (deps: Deps) => [
  job(runExport, (which, run) => runRunExport(deps, which, run)),
  job(runAccountImport, (which, run) => runRunAccountImport(deps, which, run)),
];

/** Files of many people, each for up to a minute or two. */
const imports = (deps: Deps) => [
  job(runImport, (file, run) => runRunImport(deps, file, run)),
  job(undoImport, (file, run) => runUndoImport(deps, file, run)),
];

/** Kinds of earlier versions, which may have left jobs that are no longer done. */
const RETIRED = ['sendFromNumber', 'sweepOld', 'sweepTemplateUses'];

export const crons: Cron[] = [
  { match: '* * * * *', kind: sweepTexts },
  { match: '* * * * *', kind: returnConversations },
  { match: '* * * * *', kind: returnPromised },
  { match: '* * * * *', kind: noteTexts },
  { match: '* * * * *', kind: sweepRegistrations },
  { match: '* * * * *', kind: sweepAts },
  { match: '* * * * *', kind: sweepBilling },
  { match: '23 8 * * *', kind: reconcileBilling },
  ...sweeps.map(({ kind }) => ({ match: '*/10 * * * *', kind })),
  { match: '*/10 * * * *', kind: sweepCalls },
  { match: '*/10 * * * *', kind: remindOfConsent },
  { match: '*/5 * * * *', kind: sweepCallUrls },
  { match: '7 * * * *', kind: sweepDeletions },
  { match: '*/10 * * * *', kind: closeUsage },
  { match: '23 4 * * *', kind: checkUsage },
  { match: '53 7 * * *', kind: checkFigures },
  { match: '*/5 * * * *', kind: planAgain },
  { match: '*/5 * * * *', kind: lookAtHeld },
  // From when Monday morning begins somewhere until Tuesday is over everywhere.
  { match: '*/15 * * * 0-3', kind: findWeekly },
];
