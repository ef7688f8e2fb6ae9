import { Group, MultiSelect, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { BROADCAST_ATTRIBUTES, type BroadcastPreview } from '../../../contract/broadcasts.ts';
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
import { useFilterChoices } from '../candidates/use-filter-choices.ts';
import { BodyEditor } from '../templates/body-editor.tsx';
import { SegmentCounter } from '../writing/segment-counter.tsx';
import { askedOf, type BroadcastForm, type Given, problemsIn, useBroadcastForm } from './broadcast-form.ts';
import { broadcastsChanged } from './broadcasts-query.ts';
import { Check } from './check.tsx';

/** Who, what and when; then who gets it and who doesn't, before anything is sent. */
export function NewBroadcastScreen() {
  const given: Given = useSearch({ strict: false });
  const { user } = useMe();
  const { timezone } = user;
  const form = useBroadcastForm(given, timezone);
  const field = useRef<HTMLTextAreaElement>(null);
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<BroadcastPreview | null>(null);
  const create = useCallOnce(routes.createBroadcast);
  const send = useSave({
    save: () => create({ body: askedOf(form.getValues(), given, timezone) }),
    form: { setErrors: (errors) => form.setErrors(atFields(errors)) },
    changes: broadcastsChanged,
    onDone: ({ id }) => void navigate({ to: paths.broadcast, params: { broadcastId: id } }),
    onFailed: () => setConfirming(null),
  });
  const { values } = form;
  const problems = problemsIn(values, given, timezone);
  const asked = Object.keys(problems).length === 0 ? askedOf(values, given, timezone) : null;
  return (
    <Page title="New broadcast" back={{ to: paths.broadcasts, label: 'Broadcasts' }} width="account">
      <Section title="Who" text="Everyone who is in any of these, once for each phone number.">
        {given.unansweredOf && <Nudged id={given.unansweredOf} />}
        {given.importId && <Imported id={given.importId} />}
        <AudienceFields form={form} />
      </Section>
      <Section title="Text" text="Merge attributes are filled in for each candidate.">
        <Stack gap="md">
          <BodyEditor
            ref={field}
            user={user}
            attributes={BROADCAST_ATTRIBUTES}
            {...fieldProps(form, 'body')}
            value={values.body}
            onChange={(body) => form.setFieldValue('body', body)}
          />
          <SegmentCounter body={values.body} hasMedia={false} />
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

function AudienceFields({ form }: { form: BroadcastForm }) {
  const { tags, jobId, stageId } = form.values;
  const choices = useFilterChoices({ job: jobId ?? undefined, stage: stageId ?? undefined });
  return (
    <Stack gap="md">
      <MultiSelect
        label="Tags"
        placeholder={tags.length === 0 ? 'Anyone with one of them' : ''}
        searchable
        clearable
        data={choices.tags}
        nothingFoundMessage="No such tag"
        {...fieldProps(form, 'tags')}
      />
      <Group grow align="flex-start" gap="md">
        <Select
          label="Job"
          placeholder="Any"
          searchable
          clearable
          data={choices.jobs}
          nothingFoundMessage="No such job"
          {...fieldProps(form, 'jobId')}
        />
        <Select
          label="Stage"
          placeholder="Any"
          searchable
          clearable
          data={choices.stages}
          nothingFoundMessage="No such stage"
          {...fieldProps(form, 'stageId')}
        />
      </Group>
      <TextInput
        label="Search"
        placeholder="Name, number, email, job or tag"
        maxLength={100}
        {...fieldProps(form, 'search')}
      />
    </Stack>
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
