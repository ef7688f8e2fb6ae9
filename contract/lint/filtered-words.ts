import type { CheckedText } from './checked-text.ts';
import { HIDDEN } from './checked-text.ts';
import type { LintFinding } from './finding.ts';

/**
 * What carriers look for, and why: SHAFT (sex, hate, alcohol, firearms, tobacco), the subjects that they forbid, and the words
 * of scams. If a subject is also a workplace, we look for a scam's words about it, since recruiters text about jobs there.
 */
const GROUPS: { about: string; words: RegExp }[] = [
  {
    about: 'sex',
    words:
      /\b(?:porn\w{0,8}|xxx|nudes?|sexy|hook-?ups?|escort services?|adult (?:entertainment|content|video)s?)\b/i,
  },
  { about: 'hate and swearing', words: /\b(?:fuck\w{0,4}|shit\w{0,3}|bitch\w{0,3}|assholes?|bastards?)\b/i },
  {
    about: 'alcohol',
    words: /\b(?:alcohol|liquor|vodka|whiske?y|tequila|beers?|free drinks|open bar|drink specials?)\b/i,
  },
  {
    about: 'firearms',
    words: /\b(?:guns?|firearms?|ammo|ammunition|rifles?|shotguns?|handguns?|pistols?)\b/i,
  },
  {
    about: 'tobacco and vaping',
    words: /\b(?:tobacco|cigarettes?|cigars?|vap(?:e|es|ing)|e-?cig\w{0,8}|hookah|nicotine)\b/i,
  },
  {
    about: 'cannabis and other drugs',
    words:
      /\b(?:cannabis|marijuana|cbd (?:oil|gumm\w{2,3}|products?)|thc|kratom|psilocybin|magic mushrooms?|edibles)\b/i,
  },
  {
    about: 'gambling',
    words:
      /\b(?:gambl(?:e|ing)|casinos?|betting|sportsbooks?|sweepstakes?|lottery|lotto|jackpots?|raffles?|slot machines?)\b/i,
  },
  {
    about: 'loans and debt',
    words:
      /\b(?:payday (?:loans?|advances?)|(?:personal|quick|instant|short[- ]term|title|student|auto) loans?|loans? (?:forgiveness|approval|offers?)|debt (?:relief|collect\w{0,4}|consolidation|forgiveness|reduction|free)|credit (?:repair|score)|bad credit|cash advances?|refinanc(?:e|ing)|pre-?approved)\b/i,
  },
  {
    about: 'crypto and trading',
    words: /\b(?:crypto|cryptocurrenc(?:y|ies)|bitcoins?|forex|nfts?|day trading|stock tips?)\b/i,
  },
  {
    about: 'easy money',
    words:
      /\b(?:(?:free|easy|quick|fast|extra) (?:money|cash)|get rich|get paid (?:today|daily|instantly) (?:from|for)|(?:work|working) from home and (?:earn|make)|(?:earn|make) (?:up to )?\$?\d[\d,]{0,8}\+? ?(?:dollars )?(?:a|an|per|every|each|\/) ?(?:hour|day|week|month) (?:from|at) home|(?:earn|make) (?:money|cash)|be your own boss|financial freedom|passive income|unlimited (?:income|earnings?)|guaranteed income|double your|multi-?level marketing|mlm|mystery shopp\w{2,3}|no experience,? big pay)\b/i,
  },
  {
    about: 'pressure and prizes',
    words:
      /\b(?:act (?:now|fast|immediately)|limited[- ]time|while supplies last|last chance|don['’]t miss out|offer expires|once in a lifetime|you(?:['’]ve| have)? won\b|you(?:['’]re| are) a winner|claim your|free gifts?|risk[- ]free|100% (?:free|guaranteed)|no strings attached|no catch|this is not a scam|not spam|(?:urgent|immediate) action required|final notice)/i,
  },
  {
    about: 'private data',
    words:
      /\b(?:ssn|social security (?:number|#|no\b)|(?:bank )?account number|routing number|(?:credit|debit) card|wire transfer|western union|(?:verify|confirm|update) your account|your password|gift cards?)\b/i,
  },
];

/** Phrases of ordinary texts about jobs. */
const ORDINARY =
  /\b(?:drugs? (?:and|&|or|\/) ?alcohol|alcohol[- ](?:test\w{0,3}|screen\w{0,3}|free|server|servers|counsel\w{0,4}|awareness|permit|license|certif\w{0,8}|use|abuse|treatment)|(?:tobacco|nicotine|smoke|drug)[- ](?:free|test\w{0,3}|screen\w{0,3}|cessation|use)|(?:nail|heat|radar|glue|staple|spray|impact|caulk|paint|grease)[- ]guns?|gun (?:range|safe)|firearms? (?:licen[sc]es?|permits?|cards?|certif\w{0,8}|qualif\w{0,8}|training)|(?:unarmed|armed)[^.\n]{0,20}firearms?|(?:loan|mortgage|credit) (?:officers?|processors?|originators?|underwriters?|analysts?|specialists?)|company credit card|beer (?:and wine )?(?:server|distributor|vendor|delivery)|casino (?:dealers?|hosts?|floor|resort|hotel|jobs?))\b/gi;

export function findFilteredWords(text: CheckedText): LintFinding[] {
  const prose = text.prose.replace(ORDINARY, (phrase) => HIDDEN.repeat(phrase.length));
  return GROUPS.flatMap(({ about, words }): LintFinding[] => {
    const found = words.exec(prose);
    if (!found) return [];
    const [word] = found;
    return [
      {
        rule: 'filtered',
        owner: 'carriers',
        sentence: `“${word}” may get this text blocked: carriers filter ${about}. Say it another way.`,
        range: text.sourceOf(found.index, found.index + word.length),
        fix: null,
      },
    ];
  });
}
