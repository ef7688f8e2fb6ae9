import * as accounts from './accounts.ts';
import * as analytics from './analytics.ts';
import * as ats from './ats.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as automations from './automations.ts';
import * as calendarConnections from './calendar-connections.ts';
import * as calendars from './calendars.ts';
import * as candidates from './candidates.ts';
import * as conversations from './conversations.ts';
import * as deletion from './deletion.ts';
import * as drafts from './drafts.ts';
import * as interviews from './interviews.ts';
import * as jobs from './jobs.ts';
import * as landline from './landlines.ts';
import * as liveEvents from './live-events.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as onboardings from './onboardings.ts';
import * as outOfOffice from './out-of-office.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as plans from './plans.ts';
import * as registration from './registration.ts';
import * as seats from './seats.ts';
import * as sso from './sso.ts';
import * as staffAccounts from './staff/accounts.ts';
import * as staffBilling from './staff/billing.ts';
import * as staffHoldReviews from './staff/hold-reviews.ts';
import * as staffJobs from './staff/jobs.ts';
import * as staffNumbers from './staff/numbers.ts';
import * as staffPeople from './staff/people.ts';
import * as support from './support.ts';
import * as team from './team.ts';
import * as templates from './templates.ts';
import * as timeOffers from './time-offers.ts';
import * as trustedBrowsers from './trusted-browsers.ts';
import * as users from './users.ts';

/** THE table: every call under /v1. The server mounts each row exactly once, and the API reference is made from it. */
export const routes = {
  signup: auth.signup,
  login: auth.login,
  logout: auth.logout,
  sendMfaEmail: auth.sendMfaEmail,
  verifyMfa: auth.verifyMfa,
  startPasskeySignIn: passkeys.startPasskeySignIn,
  finishPasskeySignIn: passkeys.finishPasskeySignIn,
  sendResetPasswordEmail: auth.sendResetPasswordEmail,
  resetPasswordUsingCode: auth.resetPasswordUsingCode,
  sendVerificationEmail: auth.sendVerificationEmail,
  verifyEmail: auth.verifyEmail,
  sendMagicLink: auth.sendMagicLink,
  verifyMagicLink: auth.verifyMagicLink,
  getCaptchaChallenge: auth.getCaptchaChallenge,
  getInvitation: auth.getInvitation,
  getSsoUrl: sso.getSsoUrl,
  exchangeSsoCode: sso.exchangeSsoCode,

  getUser: users.getUser,
  updateUser: users.updateUser,
  deleteUser: deletion.deleteUser,
  getDeletionPreview: deletion.getDeletionPreview,
  takeBackDeletion: deletion.takeBackDeletion,
  uploadAvatar: users.uploadAvatar,
  removeAvatar: users.removeAvatar,
  updateCallForwardSettings: users.updateCallForwardSettings,
  changePassword: users.changePassword,
  startAuthenticator: users.startAuthenticator,
  confirmAuthenticator: users.confirmAuthenticator,
  removeAuthenticator: users.removeAuthenticator,
  renewRecoveryCodes: users.renewRecoveryCodes,
  listPasskeys: passkeys.listPasskeys,
  startPasskey: passkeys.startPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  listSessions: users.listSessions,
  endSession: users.endSession,
  endOtherSessions: users.endOtherSessions,
  getOutOfOffice: outOfOffice.getOutOfOffice,
  updateOutOfOffice: outOfOffice.updateOutOfOffice,
  getUserOfficeByUserId: outOfOffice.getUserOfficeByUserId,
  updateOutOfOfficeByUserId: outOfOffice.updateOutOfOfficeByUserId,
  listTrustedBrowsers: trustedBrowsers.listTrustedBrowsers,
  forgetTrustedBrowsers: trustedBrowsers.forgetTrustedBrowsers,

  getAccount: accounts.getAccount,
  updateAccount: accounts.updateAccount,
  getAiSettings: drafts.getAiSettings,
  updateAiSettings: drafts.updateAiSettings,
  listSentDrafts: drafts.listSentDrafts,
  getSingleSignOn: sso.getSingleSignOn,
  updateSingleSignOn: sso.updateSingleSignOn,
  verifyDomain: sso.verifyDomain,
  testSingleSignOn: sso.testSingleSignOn,
  removeSingleSignOn: sso.removeSingleSignOn,
  getRegistration: registration.getRegistration,
  updateRegistration: registration.updateRegistration,
  checkRegistration: registration.checkRegistration,
  submitRegistration: registration.submitRegistration,
  getSeats: seats.getSeats,
  getFormerMembers: team.getFormerMembers,
  getScheduledTexts: team.getScheduledTexts,
  coverSeat: team.coverSeat,
  listUncoveredConversations: team.listUncoveredConversations,
  listAuditEvents: audit.listAuditEvents,
  exportAuditEvents: audit.exportAuditEvents,

  inviteUser: team.inviteUser,
  inviteUsers: team.inviteUsers,
  resendInvitation: team.resendInvitation,
  cancelInvitation: team.cancelInvitation,
  purchaseSeats: team.purchaseSeats,
  removeSeatFromTeamMember: team.removeSeatFromTeamMember,
  removeSeat: team.removeSeat,
  updateUserToTexter: team.updateUserToTexter,
  updateUserToNonTexter: team.updateUserToNonTexter,
  changeUserType: team.changeUserType,
  transferHiringManagerSeat: team.transferHiringManagerSeat,

  getPlans: plans.getPlans,
  getTextPackages: plans.getTextPackages,
  previewPlan: plans.previewPlan,
  changePlan: seats.changePlan,
  cancelPlan: payments.cancelPlan,
  buyTextPackage: payments.buyTextPackage,
  getCard: payments.getCard,
  updateCard: payments.updateCard,
  createSetupIntent: payments.createSetupIntent,
  listInvoices: payments.listInvoices,
  getUsage: payments.getUsage,
  findPhoneNumber: seats.findPhoneNumber,
  buyPhoneNumber: seats.buyPhoneNumber,
  checkLinkStatus: seats.checkLinkStatus,
  updatePhoneNumber: seats.updatePhoneNumber,
  resetPhoneNumber: seats.resetPhoneNumber,
  getLandline: landline.getLandline,
  checkLandline: landline.checkLandline,
  enableLandline: landline.enableLandline,
  requestLandlineCode: landline.requestLandlineCode,
  confirmLandlineCode: landline.confirmLandlineCode,
  uploadLandlineBill: landline.uploadLandlineBill,
  signLandlineLetter: landline.signLandlineLetter,
  getLandlineLetter: landline.getLandlineLetter,
  withdrawLandline: landline.withdrawLandline,
  updateTags: seats.updateTags,

  listCandidates: candidates.listCandidates,
  createCandidate: candidates.createCandidate,
  getCandidate: candidates.getCandidate,
  updateCandidate: candidates.updateCandidate,
  moveStage: ats.moveStage,
  unlinkCandidate: ats.unlinkCandidate,
  searchAts: ats.searchAts,
  addFromAts: ats.addFromAts,
  listConsentEvents: candidates.listConsentEvents,
  getCandidateDeletionPreview: candidates.getCandidateDeletionPreview,
  deleteCandidate: candidates.deleteCandidate,
  listDeletedCandidates: candidates.listDeletedCandidates,
  restoreCandidate: candidates.restoreCandidate,

  listInterviewReminders: automations.listInterviewReminders,
  listOnboardingMessages: automations.listOnboardingMessages,
  listStageMessages: automations.listStageMessages,
  enableInterviewReminders: automations.enableInterviewReminders,
  disableInterviewReminders: automations.disableInterviewReminders,
  enableOnboardingMessages: automations.enableOnboardingMessages,
  disableOnboardingMessages: automations.disableOnboardingMessages,
  enableStageMessages: automations.enableStageMessages,
  disableStageMessages: automations.disableStageMessages,
  previewAutomation: automations.previewAutomation,
  listPlanned: automations.listPlanned,
  changePlanned: automations.changePlanned,
  skipPlanned: automations.skipPlanned,
  sendPlannedNow: automations.sendPlannedNow,
  createAutomation: automations.createAutomation,
  updateAutomation: automations.updateAutomation,
  deleteAutomation: automations.deleteAutomation,
  decideBulk: automations.decideBulk,

  listOnboardings: onboardings.listOnboardings,
  startOnboarding: onboardings.startOnboarding,
  updateOnboarding: onboardings.updateOnboarding,
  endOnboarding: onboardings.endOnboarding,

  listInterviews: interviews.listInterviews,
  createInterview: interviews.createInterview,
  updateInterview: interviews.updateInterview,
  cancelInterview: interviews.cancelInterview,

  getWorkingHours: timeOffers.getWorkingHours,
  updateWorkingHours: timeOffers.updateWorkingHours,
  listFreeTimes: timeOffers.listFreeTimes,
  previewTimeOffer: timeOffers.previewTimeOffer,
  listTimeOffers: timeOffers.listTimeOffers,
  createTimeOffer: timeOffers.createTimeOffer,
  withdrawTimeOffer: timeOffers.withdrawTimeOffer,

  listAtsTypes: ats.listAtsTypes,
  listAtsIntegrations: ats.listAtsIntegrations,
  saveAtsIntegration: ats.saveAtsIntegration,
  testAtsConnection: ats.testAtsConnection,
  removeAtsIntegration: ats.removeAtsIntegration,
  syncAts: ats.syncAts,
  startAtsOauth: ats.startAtsOauth,
  listDoubtfulPairs: ats.listDoubtfulPairs,
  decidePair: ats.decidePair,
  listJobStages: ats.listJobStages,
  createJobStage: jobs.createJobStage,
  updateJobStageOrder: jobs.updateJobStageOrder,
  updateJobStage: jobs.updateJobStage,
  deleteJobStage: jobs.deleteJobStage,
  listJobs: jobs.listJobs,
  getJob: jobs.getJob,
  createJob: jobs.createJob,
  updateJob: jobs.updateJob,
  deleteJob: jobs.deleteJob,
  listBoard: jobs.listBoard,
  createApplication: jobs.createApplication,
  deleteApplication: jobs.deleteApplication,

  uploadMedia: media.uploadMedia,
  sendMessage: messages.sendMessage,
  cancelMessage: messages.cancelMessage,

  listConversations: conversations.listConversations,
  getInboxCounts: conversations.getInboxCounts,
  getConversation: conversations.getConversation,
  listMessages: conversations.listMessages,
  getSendability: conversations.getSendability,
  getSendabilityTo: conversations.getSendabilityTo,
  readConversation: conversations.readConversation,
  unreadConversation: conversations.unreadConversation,
  archiveConversation: conversations.archiveConversation,
  unarchiveConversation: conversations.unarchiveConversation,
  reviewHold: conversations.reviewHold,

  listTemplates: templates.listTemplates,
  getTemplateAttributes: templates.getTemplateAttributes,
  listInsertableTemplates: templates.listInsertableTemplates,
  createTemplate: templates.createTemplate,
  updateTemplate: templates.updateTemplate,
  deleteTemplate: templates.deleteTemplate,
  copyTemplateAttachments: templates.copyTemplateAttachments,
  listTeamTemplates: templates.listTeamTemplates,
  createTeamTemplate: templates.createTeamTemplate,
  updateTeamTemplate: templates.updateTeamTemplate,
  deleteTeamTemplate: templates.deleteTeamTemplate,
  updateTemplateSortOrder: templates.updateTemplateSortOrder,
  listCalendarShortcuts: calendars.listCalendarShortcuts,
  createCalendarShortcut: calendars.createCalendarShortcut,
  updateCalendarShortcut: calendars.updateCalendarShortcut,
  orderCalendarShortcuts: calendars.orderCalendarShortcuts,
  deleteCalendarShortcut: calendars.deleteCalendarShortcut,
  enableCalendarShortcuts: calendars.enableCalendarShortcuts,
  disableCalendarShortcuts: calendars.disableCalendarShortcuts,
  listCalendarConnections: calendarConnections.listCalendarConnections,
  listCalendarProviders: calendarConnections.listCalendarProviders,
  connectCalendar: calendarConnections.connectCalendar,
  startCalendarOauth: calendarConnections.startCalendarOauth,
  disconnectCalendar: calendarConnections.disconnectCalendar,
  listBusyTimes: calendarConnections.listBusyTimes,

  draftForTemplate: drafts.draftForTemplate,
  redraftTemplate: drafts.redraftTemplate,
  draftForTeamTemplate: drafts.draftForTeamTemplate,
  redraftTeamTemplate: drafts.redraftTeamTemplate,

  getHelpChat: support.getHelpChat,
  sendSupportMessage: support.sendSupportMessage,

  listStaffAccounts: staffAccounts.listStaffAccounts,
  getStaffAccount: staffAccounts.getStaffAccount,
  listStaffPeople: staffPeople.listStaffPeople,
  switchFeature: staffAccounts.switchFeature,
  listStaffNumbers: staffNumbers.listStaffNumbers,
  decideNumber: staffNumbers.decideNumber,
  listLandlineOrders: staffNumbers.listLandlineOrders,
  decideLandlineOrder: staffNumbers.decideLandlineOrder,
  releaseLandlineOrder: staffNumbers.releaseLandlineOrder,
  listBillingDifferences: staffBilling.listBillingDifferences,
  listHoldReviews: staffHoldReviews.listHoldReviews,
  listFailedJobs: staffJobs.listFailedJobs,
  retryJob: staffJobs.retryJob,
  discardJob: staffJobs.discardJob,
  startImpersonation: staffPeople.startImpersonation,
  endImpersonation: staffPeople.endImpersonation,
  askSecondStepReset: staffPeople.askSecondStepReset,
  keepSecondStep: staffPeople.keepSecondStep,

  getUserTextAnalytics: analytics.getUserTextAnalytics,
  getAccountTextAnalytics: analytics.getAccountTextAnalytics,
  getAnalytics: analytics.getAnalytics,
  listConversationsOfFigure: analytics.listConversationsOfFigure,

  streamEvents: liveEvents.streamEvents,
} as const;

export type RouteName = keyof typeof routes;

export const API_BASE = '/v1';
