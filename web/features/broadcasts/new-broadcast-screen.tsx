import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  type AskedBroadcast,
  BROADCAST_ATTRIBUTES,
  type BroadcastPreview,
} from '../../../contract/broadcasts.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { BodyEditor } from '../templates/body-editor.tsx';
import { AttachButton } from '../writing/attach-button.tsx';
import { AttachmentList } from '../writing/attachment-list.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import { useOwnAttachments } from '../writing/use-attachments.ts';
import { AudienceFields } from './audience-fields.tsx';
import {
  askedOf,
  type BroadcastForm,
  type Given,
  type Person,
  problemsIn,
  useBroadcastForm,
} from './broadcast-form.ts';
import { broadcastsChanged } from './broadcasts-query.ts';
import { Check } from './check.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Selected in the list of candidates. */
    people?: Person[];
  }
}

const FAILED_PICTURE = "Remove the picture that couldn't be uploaded";

/** Who, what and when; then who gets it and who doesn't, before anything is sent. */
export function NewBroadcastScreen() {
  const given: Given = useSearch({ strict: false });
  const { user } = useMe();
  const { timezone } = user;
  const { people = [] } = useLocation().state;
  const form = useBroadcastForm(given, timezone, people);
  const pictures = useOwnAttachments();
  const field = useRef<HTMLTextAreaElement>(null);
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<BroadcastPreview | null>(null);
  const mediaIds = pictures.ready.map(({ id }) => id);
  const withPictures = (asked: AskedBroadcast): AskedBroadcast =>
    mediaIds.length === 0 || asked.asksConsent ? asked : { ...asked, mediaIds };
  const create = useCallOnce(routes.createBroadcast);
  const send = useSave({
    save: () => create({ body: withPictures(askedOf(form.getValues(), given, timezone)) }),
    form: { setErrors: (errors) => form.setErrors(atFields(errors)) },
    changes: broadcastsChanged,
    onDone: ({ id }) => void navigate({ to: paths.broadcast, params: { broadcastId: id } }),
    onFailed: () => setConfirming(null),
  });
  const { values } = form;
  const problems = {
    ...problemsIn(values, given, timezone),
    ...(pictures.uploading ? { mediaIds: 'Your pictures are still being uploaded' } : {}),
    ...(pictures.attachments.some(({ error }) => error) ? { mediaIds: FAILED_PICTURE } : {}),
  };
  const asked = Object.keys(problems).length === 0 ? withPictures(askedOf(values, given, timezone)) : null;
  return (
    <Page title="New broadcast" back={{ to: paths.broadcasts, label: 'Broadcasts' }} width="account">
      <Section title="Who" text="Everyone who is in any of these, once for each phone number.">
        {given.unansweredOf && <Nudged id={given.unansweredOf} />}
        {given.importId && <Imported id={given.importId} />}
        <AudienceFields form={form} />
      </Section>
      <Section title="Text" text="Merge attributes are filled in for each candidate.">
        <Stack gap="md">
          <WhichText form={form} />
          {!values.asksConsent && (
            <>
              <BodyEditor
                ref={field}
                user={user}
                attributes={BROADCAST_ATTRIBUTES}
                {...fieldProps(form, 'body')}
                value={values.body}
                onChange={(body) => form.setFieldValue('body', body)}
              />
              <div>
                <AttachmentList attachments={pictures.attachments} onRemove={pictures.remove} />
                <Group gap={4}>
                  <AttachButton pictures={pictures} />
                  <SegmentCounter body={values.body} hasMedia={pictures.attachments.length > 0} />
                </Group>
              </div>
            </>
          )}
        </Stack>
      </Section>
      <Section
        title="When"
        text="No one gets it at night. Where the day is over, it goes out in their morning."
      >
        <TimeFields form={form} />
      </Section>
      <Section title="Check" text="Nothing is sent yet.">
        <Check asked={asked} problems={problems} timezone={timezone} onSend={setConfirming} />
      </Section>
      {confirming && (
        <ConfirmDialog
          title={`Text ${counted(confirming.willSend, 'candidate')}?`}
          confirm={
            confirming.needsApproval
              ? 'Ask for approval'
              : values.when === 'now'
                ? `Send ${counted(confirming.willSend, 'text')}`
                : 'Schedule'
          }
          isPending={send.isPending}
          onConfirm={() => send.run()}
          onClose={() => setConfirming(null)}
        >
          <Text>
            {confirming.needsApproval
              ? 'An admin other than you has to approve it first.'
              : "You can pause or cancel it while it runs. What has gone out can't be taken back, and the text can't be changed."}
          </Text>
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** What was refused, at the field that shows it here. */
const atFields = ({ audience, scheduledAt, localTime, ...same }: Record<string, string>) => ({
  ...same,
  ...(audience === undefined ? {} : { tags: audience }),
  ...((scheduledAt ?? localTime) === undefined ? {} : { at: scheduledAt ?? localTime ?? '' }),
});

function Nudged({ id }: { id: string }) {
  const { data } = useQuery(routeQuery(routes.getBroadcast, { params: { id } }));
  return (
    <Text mb="md">
      {data
        ? `Everyone who hasn't answered “${data.name}”.`
        : "Everyone who hasn't answered the other broadcast."}
    </Text>
  );
}

function Imported({ id }: { id: string }) {
  const { data } = useQuery(routeQuery(routes.getImport, { params: { id } }));
  return <Text mb="md">{data ? `Everyone in “${data.fileName}”.` : 'Everyone in your import.'}</Text>;
}

function WhichText({ form }: { form: BroadcastForm }) {
  return (
    <Radio.Group
      aria-label="Which text"
      value={form.values.asksConsent ? 'consent' : 'own'}
      onChange={(chosen) => form.setFieldValue('asksConsent', chosen === 'consent')}
    >
      <Stack gap="sm">
        <Radio value="own" label="Your own text" />
        <Radio
          value="consent"
          label="Ask for consent"
          description="Your company's question, to those who haven't agreed to texts yet. YES is recorded as consent, NO opts them out."
        />
      </Stack>
    </Radio.Group>
  );
}

function TimeFields({ form }: { form: BroadcastForm }) {
  const { when } = form.values;
  return (
    <Stack gap="md">
      <Radio.Group aria-label="When it goes out" {...form.getInputProps('when')}>
        <Stack gap="sm">
          <Radio value="now" label="Now" />
          <Radio value="at" label="At one time for everyone" />
          <Radio value="clock" label="At a time on each candidate's own clock" />
        </Stack>
      </Radio.Group>
      {when !== 'now' && (
        <TextInput
          type="datetime-local"
          label={when === 'at' ? 'Date and time, your time' : 'Date and time, their time'}
          maw={280}
          {...form.getInputProps('at')}
        />
      )}
    </Stack>
  );
}
