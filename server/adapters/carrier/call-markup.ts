import type { CallStep } from './port-calls.ts';

/**
 * TwiML is Twilio's. TeXML, Telnyx's, has the same verbs and nouns (developers.telnyx.com/docs/voice/programmable-voice/
 * texml-twiml-compatibility), among them the noun that asks who picks up: "Optional URL to another TeXML document that
 * can contain <Gather> and <Hangup> verbs so that the called party can chose to take an action on the incoming call before
 * the two parties are connected" (.../texml-verbs/dial, Number Attributes).
 */
export type MarkupLanguage = 'twiml' | 'texml';

export function callMarkup(step: CallStep, language: MarkupLanguage): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Response', {}, ...verbsOf(step, language))}`;
}

/** Longer, and the caller would pay for what is surely a line that was never hung up. */
const LONGEST_TALK_SECONDS = 4 * 3600;

function verbsOf(step: CallStep, language: MarkupLanguage): string[] {
  switch (step.step) {
    case 'forward':
      return [
        element(
          'Dial',
          {
            callerId: step.callerId,
            timeout: step.ringSeconds,
            timeLimit: LONGEST_TALK_SECONDS,
            // Else the caller hears silence while who picked up is asked (twilio.com/docs/voice/twiml/number#url), and pays
            // for a call that no one takes (.../texml-verbs/dial: "preserves the ringing state on the caller's side").
            answerOnBridge: 'true',
            action: step.endedUrl,
            method: 'POST',
          },
          // Run on the phone that was picked up, before the two are connected. Its answer may ask and hang up, no more.
          element('Number', { url: step.pickedUpUrl, method: 'POST' }, escapeXml(step.to)),
        ),
      ];
    case 'ask':
      return [
        element(
          'Gather',
          {
            input: 'dtmf',
            numDigits: 1,
            timeout: step.waitSeconds,
            // Posted to: TwiML's default, and in TeXML, which has no `method` here, the application's own.
            action: step.pressedUrl,
          },
          say(step.sentence),
        ),
        // Without a key the document goes on here, and the phone is hung up: a private voicemail presses none.
        element('Hangup'),
      ];
    case 'connect':
      return [];
    case 'record':
      return [
        say(step.sentence),
        element('Record', {
          action: step.recordedUrl,
          method: 'POST',
          maxLength: step.longestSeconds,
          playBeep: 'true',
          finishOnKey: '#',
          // TeXML records the silent side too, and the caller would be heard on one ear only (.../texml-verbs/record).
          ...(language === 'texml' ? { channels: 'single' } : {}),
          recordingStatusCallback: step.recordingReadyUrl,
          recordingStatusCallbackMethod: 'POST',
        }),
        // Reached when nothing was said (twilio.com/docs/voice/twiml/record).
        element('Hangup'),
      ];
    case 'say':
      return [say(step.sentence), element('Hangup')];
    case 'hangUp':
      return [element('Hangup')];
    case 'reject':
      return [element('Reject', { reason: 'rejected' })];
  }
}

/** Braces are not spoken, and TeXML takes them for its templates (.../texml-interpreter, Dynamic parameters). */
function say(sentence: string): string {
  return element('Say', { language: 'en-US' }, escapeXml(sentence.replace(/[{}]/g, '')));
}

function element(
  name: string,
  attributes: Record<string, string | number> = {},
  ...content: string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A candidate's name is said as it is; what XML has no place for is left out. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
  );
}
