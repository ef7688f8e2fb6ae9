/**
 * What apps call themselves when they look at a link to show a preview of it; nobody has clicked then. Messages on iPhones says that
 * it is Facebook's and Twitter's. From https://github.com/monperrus/crawler-user-agents.
 */
const PREVIEWERS =
  /facebookexternalhit|facebot|twitterbot|whatsapp\/|telegrambot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|bingpreview|embedly/i;

export const isPreviewer = (userAgent: string | undefined): boolean => PREVIEWERS.test(userAgent ?? '');
