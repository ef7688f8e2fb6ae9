/** What people hear. A voice reads it, so everything is written as it is spoken. */

export const notInService = 'This number is not in service. Goodbye.';

export const askForNumber =
  "No one can take your call, and your number is hidden, so we can't call you back. Please send a text to this number instead. Goodbye.";

export const thanks = 'Thank you. Goodbye.';

export function voicemailGreeting(companyName: string): string {
  const name = companyName.trim();
  return `You have reached ${name === '' ? 'us' : name}. No one can take your call right now. Please leave a message after the tone, or hang up and send a text to this number.`;
}

/** To the person who picks up. A private voicemail presses no key, so it does not swallow the call. */
export function whisper(caller: { name: string; phoneNumber: string | null }): string {
  return `Call from ${callerName(caller)} for Hiretext. Press 1 to accept.`;
}

function callerName({ name, phoneNumber }: { name: string; phoneNumber: string | null }): string {
  if (name.trim() !== '') return name.trim();
  return phoneNumber === null ? 'a hidden number' : spoken(phoneNumber);
}

/** Digit by digit, grouped as the country writes them if that's known. */
function spoken(phoneNumber: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneNumber)?.slice(1) ?? [phoneNumber.slice(1)];
  return parts.map((part) => [...part].join(' ')).join(', ');
}
