/** THE table: every call under /v1. The server mounts each row exactly once, and the API reference is made from it. */

export {
  downloadAccountExport,
  downloadByLink,
  getAccountExport,
  getAccountImport,
  linkAccountExport,
  listAccountExports,
  listAccountImports,
  startAccountExport,
  startAccountImport,
} from './account-exports.ts';
export {
  getAccount,
  updateAccount,
} from './accounts.ts';
export {
  getAccountTextAnalytics,
  getAnalytics,
  getUserTextAnalytics,
  listConversationsOfFigure,
} from './analytics.ts';
export { createApiKey, deleteApiKey, listApiKeys, rotateApiKey } from './api-keys.ts';
export {
  addFromAts,
  decidePair,
  listAtsIntegrations,
  listAtsTypes,
  listDoubtfulPairs,
  listJobStages,
  moveStage,
  removeAtsIntegration,
  saveAtsIntegration,
  searchAts,
  startAtsOauth,
  syncAts,
  testAtsConnection,
  unlinkCandidate,
} from './ats.ts';
export {
  exportAuditEvents,
  listAuditEvents,
} from './audit.ts';
export {
  getCaptchaChallenge,
  getInvitation,
  login,
  logout,
  resetPasswordUsingCode,
  sendMagicLink,
  sendMfaEmail,
  sendResetPasswordEmail,
  sendVerificationEmail,
  signup,
  verifyEmail,
  verifyMagicLink,
  verifyMfa,
} from './auth.ts';
export {
  changePlanned,
  createAutomation,
  decideBulk,
  deleteAutomation,
  disableInterviewReminders,
  disableOnboardingMessages,
  disableStageMessages,
  enableInterviewReminders,
  enableOnboardingMessages,
  enableStageMessages,
  listInterviewReminders,
  listOnboardingMessages,
  listPlanned,
  listStageMessages,
  previewAutomation,
  sendPlannedNow,
  skipPlanned,
  updateAutomation,
} from './automations.ts';
export {
  approveBroadcast,
  cancelBroadcast,
  createBroadcast,
  declineBroadcast,
  getBroadcast,
  listBroadcastRecipients,
  listBroadcasts,
  pauseBroadcast,
  previewBroadcast,
  resumeBroadcast,
  testBroadcast,
} from './broadcasts.ts';
export {
  connectCalendar,
  disconnectCalendar,
  listBusyTimes,
  listCalendarConnections,
  listCalendarProviders,
  startCalendarOauth,
} from './calendar-connections.ts';
export {
  createCalendarShortcut,
  deleteCalendarShortcut,
  disableCalendarShortcuts,
  enableCalendarShortcuts,
  listCalendarShortcuts,
  orderCalendarShortcuts,
  updateCalendarShortcut,
} from './calendars.ts';
export {
  createCandidate,
  deleteCandidate,
  getCandidate,
  getCandidateDeletionPreview,
  listCandidates,
  listCandidateTags,
  listDeletedCandidates,
  restoreCandidate,
  updateCandidate,
} from './candidates.ts';
export {
  allowAppRequest,
  createApp,
  deleteApp,
  disconnectApp,
  getAppRequest,
  listApps,
  listConnectedApps,
  refuseAppRequest,
} from './connected-apps.ts';
export { askConsent, askConsentOf, getConsentEvidence, listConsents } from './consents.ts';
export { listConversationActivity } from './conversation-activity.ts';
export {
  archiveConversation,
  assignConversation,
  changeConversations,
  endWait,
  getConversation,
  getInboxCounts,
  getSendability,
  getSendabilityTo,
  listAssignees,
  listConversations,
  listConversationTags,
  listMessages,
  readConversation,
  remindConversation,
  resumeWait,
  reviewHold,
  sendPresence,
  snoozeConversation,
  unarchiveConversation,
  undoBulk,
  undoReview,
  unreadConversation,
  unsnoozeConversation,
  updateConversationTags,
} from './conversations.ts';
export {
  deleteUser,
  getDeletionPreview,
  takeBackDeletion,
} from './deletion.ts';
export { getDeliveryDoctor } from './delivery-doctor.ts';
export {
  draftForTeamTemplate,
  draftForTemplate,
  getAiSettings,
  listSentDrafts,
  redraftTeamTemplate,
  redraftTemplate,
  updateAiSettings,
} from './drafts.ts';
export { createFollowUp, getRadar, listFollowUps, updateFollowUp } from './follow-ups.ts';
export {
  getImport,
  getRefusedRows,
  listImports,
  previewImport,
  startImport,
  undoImport,
} from './imports.ts';
export {
  cancelInterview,
  createInterview,
  listInterviews,
  updateInterview,
} from './interviews.ts';
export {
  createApplication,
  createJob,
  createJobStage,
  deleteApplication,
  deleteJob,
  deleteJobStage,
  getJob,
  listBoard,
  listJobs,
  updateJob,
  updateJobStage,
  updateJobStageOrder,
} from './jobs.ts';
export {
  getKeptDraft,
  listKeptDrafts,
  saveKeptDraft,
} from './kept-drafts.ts';
export {
  createKeyword,
  deleteKeyword,
  getKeywordPoster,
  getKeywordQr,
  listKeywords,
  updateKeyword,
} from './keywords.ts';
export {
  checkLandline,
  confirmLandlineCode,
  enableLandline,
  getLandline,
  getLandlineLetter,
  requestLandlineCode,
  signLandlineLetter,
  uploadLandlineBill,
  withdrawLandline,
} from './landlines.ts';
export { streamEvents } from './live-events.ts';
export { uploadMedia } from './media.ts';
export {
  cancelMessage,
  listChangedMessages,
  listScheduledMessages,
  sendContactCard,
  sendMessage,
  sendMessageNow,
  updateMessage,
} from './messages.ts';
export {
  createNote,
  deleteNote,
  listNotes,
  listWhoSees,
  updateNote,
} from './notes.ts';
export {
  listNotifications,
  readNotifications,
} from './notifications.ts';
export {
  endOnboarding,
  listOnboardings,
  startOnboarding,
  updateOnboarding,
} from './onboardings.ts';
export {
  getOutOfOffice,
  getUserOfficeByUserId,
  updateOutOfOffice,
  updateOutOfOfficeByUserId,
} from './out-of-office.ts';
export {
  addPasskey,
  finishPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts';
export {
  buyTextPackage,
  cancelPlan,
  createSetupIntent,
  getCard,
  getUsage,
  listInvoices,
  updateCard,
} from './payments.ts';
export {
  getPlans,
  getTextPackages,
  previewPlan,
} from './plans.ts';
export {
  approveProposal,
  createProposal,
  declineProposal,
  listProposals,
  withdrawProposal,
} from './proposals.ts';
export { endPush, getPushKey, renewPush, subscribeToPush } from './push.ts';
export {
  checkRegistration,
  getRegistration,
  submitRegistration,
  updateRegistration,
} from './registration.ts';
export { getRetention, previewRetention, updateRetention } from './retention.ts';
export { search } from './search.ts';
export {
  buyPhoneNumber,
  changePlan,
  checkLinkStatus,
  findPhoneNumber,
  getSeats,
  resetPhoneNumber,
  updatePhoneNumber,
  updateTags,
} from './seats.ts';
export {
  exchangeSsoCode,
  getSingleSignOn,
  getSsoUrl,
  removeSingleSignOn,
  testSingleSignOn,
  updateSingleSignOn,
  verifyDomain,
} from './sso.ts';
export {
  getStaffAccount,
  listStaffAccounts,
  switchFeature,
} from './staff/accounts.ts';
export { listBillingDifferences } from './staff/billing.ts';
export { listHoldReviews } from './staff/hold-reviews.ts';
export {
  discardJob,
  listFailedJobs,
  retryJob,
} from './staff/jobs.ts';
export { endMaintenance, getMaintenance, startMaintenance } from './staff/maintenance.ts';
export {
  decideLandlineOrder,
  decideNumber,
  listLandlineOrders,
  listStaffNumbers,
  releaseLandlineOrder,
} from './staff/numbers.ts';
export {
  askSecondStepReset,
  endImpersonation,
  keepSecondStep,
  listStaffPeople,
  startImpersonation,
} from './staff/people.ts';
export {
  getHelpChat,
  sendSupportMessage,
} from './support.ts';
export {
  addService,
  cancelInvitation,
  changeUserType,
  coverSeat,
  endSessionsOfUser,
  getFormerMembers,
  getScheduledTexts,
  inviteUser,
  inviteUsers,
  listUncoveredConversations,
  purchaseSeats,
  removeSeat,
  removeSeatFromTeamMember,
  renameService,
  resendInvitation,
  transferHiringManagerSeat,
  updateUserToNonTexter,
  updateUserToTexter,
} from './team.ts';
export {
  copyTemplateAttachments,
  createTeamTemplate,
  createTemplate,
  deleteTeamTemplate,
  deleteTemplate,
  getTemplateAttributes,
  listInsertableTemplates,
  listTeamTemplates,
  listTemplates,
  updateTeamTemplate,
  updateTemplate,
  updateTemplateSortOrder,
} from './templates.ts';
export { receiveTestText } from './test-texts.ts';
export { getTextingHours, updateTextingHours } from './texting-hours.ts';
export {
  createTimeOffer,
  getWorkingHours,
  listFreeTimes,
  listTimeOffers,
  previewTimeOffer,
  updateWorkingHours,
  withdrawTimeOffer,
} from './time-offers.ts';
export { listTimeline } from './timeline.ts';
export { listTouches } from './touches.ts';
export {
  forgetTrustedBrowsers,
  listTrustedBrowsers,
} from './trusted-browsers.ts';
export {
  changePassword,
  confirmAuthenticator,
  endOtherSessions,
  endSession,
  getUser,
  listSessions,
  removeAuthenticator,
  removeAvatar,
  renewRecoveryCodes,
  startAuthenticator,
  updateCallForwardSettings,
  updateUser,
  uploadAvatar,
} from './users.ts';
export { createView, deleteView, listViews, updateView } from './views.ts';
export {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendWebhookDelivery,
  resendWebhookEvents,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhooks.ts';
