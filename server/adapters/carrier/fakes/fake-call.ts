import type { MarkupLanguage } from '../call-markup.ts';
import { DocumentRefused, readDocument, type Verb } from './fake-call-document.ts';

/** What differs from carrier to carrier. */
export interface FakeCallLine {
  language: MarkupLanguage;
  callId: string;
  /** Of the call to the other phone. */
  legId: string;
  /** As the carrier writes a number that is withheld. */
  withheld: string;
  endedUrl: string;
  tellsBridged: boolean;
  /** Forwarding is a call of ours, which not every account may make. */
  mayDial: boolean;
  ownsNumber(phoneNumber: string): boolean;
  /** Keeps what was recorded; the fields that report it. */
  keepRecording(bytes: Buffer, seconds: number): Record<string, string>;
  sign(url: string, fields: Record<string, string>): { headers: Record<string, string>; body: string };
}

export type FakeCallState = 'ringing' | 'screening' | 'talking' | 'voicemail' | 'ended';

/**
 * A call at a fake carrier: asks the app at each turn, refuses answers that the carrier would refuse, and lets a test be the
 * people at both ends.
 */
export class FakeCall {
  readonly #line: FakeCallLine;
  readonly #from: string;
  readonly #to: string;
  #dial: Verb | null = null;
  #gather: Verb | null = null;
  #record: Verb | null = null;
  state: FakeCallState = 'ringing';
  wasRejected = false;
  readonly heard: { by: 'caller' | 'forwarded'; sentence: string }[] = [];
  /** What the carrier did not take; the caller hears an error then. */
  readonly refused: string[] = [];

  constructor(line: FakeCallLine, from: string | null, to: string) {
    this.#line = line;
    this.#from = from ?? line.withheld;
    this.#to = to;
  }

  get callId(): string {
    return this.#line.callId;
  }

  get ringsAt(): string | null {
    return this.#dial?.children[0]?.text ?? null;
  }

  async place(url: string): Promise<this> {
    await this.#ask(url, this.#fields('ringing'));
    return this;
  }

  async pickUp(): Promise<void> {
    this.#expect('ringing');
    this.state = 'screening';
    const url = this.#dial?.children[0]?.attributes.url ?? '';
    await this.#ask(url, this.#legFields(), 'forwarded');
  }

  async press(digit: string): Promise<void> {
    this.#expect('screening');
    const url = this.#gather?.attributes.action ?? '';
    await this.#ask(url, { ...this.#legFields(), Digits: digit }, 'forwarded');
  }

  /** No one picks up, or the person who did presses no key. */
  async decline(): Promise<void> {
    await this.#forwardEnded(this.state === 'screening' ? 'completed' : 'no-answer');
  }

  async leaveMessage(bytes: Buffer, seconds: number): Promise<void> {
    this.#expect('voicemail');
    const recording = this.#line.keepRecording(bytes, seconds);
    const { action = '', recordingStatusCallback = '' } = this.#record?.attributes ?? {};
    await this.#ask(action, { ...this.#fields('in-progress'), ...recording, Digits: 'hangup' });
    await this.#post(recordingStatusCallback, {
      CallSid: this.#line.callId,
      ...recording,
      RecordingStatus: 'completed',
      RecordingChannels: '1',
    });
  }

  async hangUp(): Promise<void> {
    if (this.state === 'talking') await this.#forwardEnded('completed');
    else if (this.#dial && this.state !== 'voicemail') await this.#forwardEnded('canceled', { isGone: true });
    await this.#end();
  }

  #expect(state: FakeCallState): void {
    if (this.state !== state) throw new Error(`the call is ${this.state}, not ${state}`);
  }

  async #forwardEnded(status: string, { isGone = false } = {}): Promise<void> {
    const wasTalking = this.state === 'talking';
    const fields = {
      ...this.#fields('in-progress'),
      DialCallSid: this.#line.legId,
      DialCallStatus: status,
      ...(status === 'completed' ? { DialCallDuration: wasTalking ? '42' : '6' } : {}),
      ...(this.#line.tellsBridged ? { DialBridged: String(wasTalking) } : {}),
    };
    const url = this.#dial?.attributes.action ?? '';
    if (isGone) await this.#post(url, fields);
    else await this.#ask(url, fields);
  }

  async #end(): Promise<void> {
    if (this.state === 'ended') return;
    this.state = 'ended';
    await this.#post(this.#line.endedUrl, { ...this.#fields('completed'), CallDuration: '60' });
  }

  #fields(status: string): Record<string, string> {
    return {
      CallSid: this.#line.callId,
      From: this.#from,
      To: this.#to,
      CallStatus: status,
      Direction: 'inbound',
    };
  }

  #legFields(): Record<string, string> {
    return {
      CallSid: this.#line.legId,
      ParentCallSid: this.#line.callId,
      From: this.#dial?.attributes.callerId ?? '',
      To: this.ringsAt ?? '',
      CallStatus: 'in-progress',
      Direction: 'outbound-dial',
    };
  }

  async #post(url: string, fields: Record<string, string>): Promise<Response> {
    const { headers, body } = this.#line.sign(url, fields);
    return fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  }

  /** `by`: who hears what the app answers. */
  async #ask(
    url: string,
    fields: Record<string, string>,
    by: 'caller' | 'forwarded' = 'caller',
  ): Promise<void> {
    const response = await this.#post(url, fields);
    const text = await response.text();
    try {
      if (!response.ok) throw new DocumentRefused(`11200 HTTP ${response.status}`);
      await this.#do(readDocument(response.headers.get('content-type') ?? '', text, this.#line.language), by);
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error;
      this.refused.push(error.message);
      await this.#end();
    }
  }

  async #do(verbs: Verb[], by: 'caller' | 'forwarded'): Promise<void> {
    if (by === 'forwarded') this.#checkCalledSide(verbs);
    for (const verb of verbs) {
      switch (verb.name) {
        case 'Say':
          this.heard.push({ by, sentence: verb.text });
          break;
        case 'Gather':
          for (const said of verb.children) this.heard.push({ by, sentence: said.text });
          this.#gather = verb;
          return;
        case 'Dial':
          this.#startDialing(verb);
          return;
        case 'Record':
          this.#record = verb;
          this.state = 'voicemail';
          return;
        case 'Reject':
          this.wasRejected = true;
          await this.#end();
          return;
        case 'Hangup':
          if (by === 'forwarded') await this.#forwardEnded('completed');
          else await this.#end();
          return;
      }
    }
    if (by === 'forwarded') this.state = 'talking';
    else await this.#end();
  }

  /** TeXML: "can contain <Gather> and <Hangup> verbs"; TwiML: anything "not allowed to contain the <Dial> verb". */
  #checkCalledSide(verbs: Verb[]): void {
    const mayStand = (name: string) =>
      this.#line.language === 'texml' ? ['Gather', 'Hangup'].includes(name) : name !== 'Dial';
    const wrong = verbs.find(({ name }) => !mayStand(name));
    if (wrong !== undefined) throw new DocumentRefused(`${wrong.name} on the called side`);
  }

  #startDialing(dial: Verb): void {
    const [number] = dial.children;
    if (!this.#line.mayDial) throw new DocumentRefused('no outbound calls');
    const { callerId = '' } = dial.attributes;
    // Any other number would be a lie; one that is withheld is no number (Twilio 13214).
    if (callerId !== this.#from && !this.#line.ownsNumber(callerId)) throw new DocumentRefused('13214');
    if (!/^\+[1-9]\d{6,14}$/.test(callerId) || callerId === this.#line.withheld)
      throw new DocumentRefused('13214');
    if (number?.name !== 'Number' || !/^\+[1-9]\d{6,14}$/.test(number.text))
      throw new DocumentRefused('13223');
    this.#dial = dial;
    this.state = 'ringing';
  }
}
