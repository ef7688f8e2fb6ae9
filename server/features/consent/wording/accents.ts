/** Words that are others without their accents, and words that mean what they mean and stay what they are. */
const MEANT: Record<string, string> = {
  // Vietnamese: "stop" and "right"; "don't" keeps the bare form.
  dừng: 'ngung',
  đúng: 'dung roi',
  // Portuguese: "is", not "and".
  é: 'eh',
};
/** Spanish and French: "dejé", "arrêté" are past tense, "deje", "arrête" are commands. */
const PAST = /^(dej|par|cancel|borr|quit|sac|elimin|termin|mand|llam|arrêt|stopp|cess)é/u;

export const ACCENTED =
  /(?<!\p{L})(?:dừng|đúng|é|(?:dej|par|cancel|borr|quit|sac|elimin|termin|mand|llam|arrêt|stopp|cess)é(?:e|s|es)?)(?!\p{L})/gu;

export function meantByAccent(word: string): string {
  return MEANT[word] ?? word.replace(PAST, '$1aba');
}
