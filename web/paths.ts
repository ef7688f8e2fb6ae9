/** Every address of the web, as the router knows it. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  twoFactorAuthentication: '/two-factor-authentication',
  emailVerificationSuccess: '/emailVerificationSuccess',
  magicLinkSuccess: '/magicLinkSuccess',
  dashboard: '/dashboard',
  account: '/dashboard/account',
  messages: '/dashboard/messages',
  conversation: '/dashboard/messages/$conversationId',
  newConversation: '/dashboard/messages/new',
  candidates: '/dashboard/candidates',
  getNumber: '/dashboard/get-number',
  planSelection: '/dashboard/plan-selection',
  simulator: '/simulator',
} as const;
