import { callNames } from '../../../../contract/announcement.ts';
import type { Call } from '../../../../contract/calls.ts';

/** `own`: it rang at the phone of the person who reads this. */
export function callWords(call: Call, own: boolean): string {
  const name = callNames[call.outcome];
  switch (call.outcome) {
    case 'missed':
      return name;
    case 'voicemail':
      return call.seconds === null ? name : `${name} ${clock(call.seconds)}`;
    case 'answered':
      return [
        own ? `${name} on your phone` : name,
        ...(call.seconds === null ? [] : [lasted(call.seconds)]),
      ].join(', ');
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function lasted(seconds: number): string {
  return seconds < 60 ? `${seconds} sec` : `${Math.round(seconds / 60)} min`;
}
