import { type KeyObject, randomUUID } from 'node:crypto';
import { FakeCall, type FakeCallLine } from './fake-call.ts';
import type { FakeReply } from './fake-server.ts';
import {
  presentApplication,
  presentVoiceProfile,
  type TelnyxApplication,
  type TelnyxNumber,
  type TelnyxVoiceProfile,
} from './fake-telnyx-resources.ts';
import { isWebAddress, refuse, type TelnyxRefusal } from './fake-telnyx-rules.ts';
import { signedTelnyxHeaders } from './fake-telnyx-webhooks.ts';

export interface ApplicationBody {
  friendly_name?: string;
  voice_url?: string;
  status_callback?: string;
  outbound?: { outbound_voice_profile_id?: string };
}

/** Telnyx's calls: TeXML applications, to which numbers are connected, outbound voice profiles, recordings. */
export function createTelnyxVoice(world: {
  numbers: Map<string, TelnyxNumber>;
  privateKey: KeyObject;
  /** Of the fake itself. */
  url: () => string;
}) {
  const applications: TelnyxApplication[] = [];
  const voiceProfiles: TelnyxVoiceProfile[] = [];
  const recordings = new Map<string, Buffer>();

  return {
    applications,
    voiceProfiles,

    isConnection: (id: string | undefined) =>
      id === undefined || applications.some((application) => application.id === id),

    refuseApplication(body: ApplicationBody): TelnyxRefusal | null {
      const { friendly_name: name, voice_url: url, status_callback: callback, outbound } = body;
      if (name === undefined || url === undefined) return refuse(422, '10004', 'Missing required parameter');
      if (!isWebAddress(url) || (callback !== undefined && !isWebAddress(callback)))
        return refuse(422, '10003', 'Invalid URL');
      const profileId = outbound?.outbound_voice_profile_id;
      return profileId === undefined || voiceProfiles.some(({ id }) => id === profileId)
        ? null
        : refuse(422, '10017', 'Associated resource does not exist');
    },

    acceptApplication(body: ApplicationBody): FakeReply {
      const application: TelnyxApplication = {
        id: String(1_300_000_000_000_000_000n + BigInt(applications.length)),
        name: body.friendly_name ?? '',
        voiceUrl: body.voice_url ?? '',
        statusCallback: body.status_callback ?? null,
        voiceProfileId: body.outbound?.outbound_voice_profile_id ?? null,
      };
      applications.push(application);
      return { status: 201, body: { data: presentApplication(application) } };
    },

    acceptVoiceProfile(body: { name?: string }): FakeReply {
      const id = String(1_400_000_000_000_000_000n + BigInt(voiceProfiles.length));
      const profile = { id, name: body.name ?? '' };
      voiceProfiles.push(profile);
      return { status: 200, body: { data: presentVoiceProfile(profile) } };
    },

    /** Null: no such recording. */
    showRecording(id: string): FakeReply | null {
      if (!recordings.has(id)) return null;
      const mp3 = `${world.url()}/telephony-recorder/${id}.mp3`;
      return { status: 200, body: { data: { record_type: 'recording', id, download_urls: { mp3 } } } };
    },

    /** Null: no such recording. */
    forgetRecording(id: string): FakeReply | null {
      return recordings.delete(id)
        ? { status: 200, body: { data: { record_type: 'recording', id, status: 'deleted' } } }
        : null;
    },

    serveRecording(id: string): FakeReply {
      const body = recordings.get(id);
      return body === undefined
        ? { status: 404 }
        : { status: 200, headers: { 'content-type': 'audio/mpeg' }, body };
    },

    placeCall(from: string | null, to: string): Promise<FakeCall> {
      const connectionId = world.numbers.get(to)?.connectionId;
      const application = applications.find(({ id }) => id === connectionId);
      if (application === undefined) throw new Error(`${to} takes no calls`);
      const line: FakeCallLine = {
        language: 'texml',
        callId: `v3:${randomUUID()}`,
        legId: `v3:${randomUUID()}`,
        withheld: 'anonymous',
        endedUrl: application.statusCallback ?? '',
        tellsBridged: false,
        mayDial: application.voiceProfileId !== null,
        ownsNumber: (phoneNumber) => world.numbers.has(phoneNumber),
        keepRecording: (bytes, seconds) => {
          const id = randomUUID();
          recordings.set(id, bytes);
          const url = `https://s3.amazonaws.com/telephony-recorder-prod/${id}.mp3?X-Amz-Expires=600`;
          return { RecordingSid: id, RecordingUrl: url, RecordingDuration: String(seconds) };
        },
        sign: (_url, fields) => {
          const body = new URLSearchParams({ AccountSid: 'fake', ...fields }).toString();
          const headers = signedTelnyxHeaders(world.privateKey, body);
          return { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body };
        },
      };
      return new FakeCall(line, from, to).place(application.voiceUrl);
    },
  };
}
