import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import { type AiSettings, type DraftMode, MAX_NOTE } from '../../../contract/drafts.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useFormOf } from '../../lib/forms/use-form-of.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/section.tsx';

/** For admins: who drafts texts for everyone, where the plan has drafts. */
export function DraftsSection() {
  const { account } = useMe();
  const query = routeQuery(routes.getAiSettings);
  const inPlan = UNLIMITED_PLANS.some((plan) => plan === account.planType);
  const { data: settings } = useQuery({ ...query, enabled: inPlan });
  const change = useSave({
    save: (mode: DraftMode) => call(routes.updateAiSettings, { body: { mode } }),
    keep: (queryClient, changed) => putAnswer(queryClient, query.queryKey, changed),
    done: 'Drafts updated',
  });
  if (!inPlan || settings === undefined) return null;
  return (
    <Section title="Drafts" text="Drafting for your company. People read, edit and send what is drafted.">
      <Radio.Group
        aria-label="Drafts"
        value={change.isPending ? change.variables : settings.mode}
        onChange={(mode) => change.run(mode as DraftMode)}
      >
        <Stack gap="sm">
          <Radio value="off" label="Off" description="No one gets drafts." />
          <Radio
            value="builtIn"
            label="Built-in drafter"
            description="Built in, no AI model. Confirms, asks for times, follows up and the like, in English and Spanish. Nothing leaves this server."
          />
          <Radio
            value="model"
            disabled={!settings.modelAvailable}
            label={settings.modelName ? `Language model (${settings.modelName})` : 'Language model'}
            description={
              settings.modelAvailable
                ? "Gets the conversation's last 20 texts, the candidate's first name and job title. The law may require you to tell candidates."
                : "This server isn't connected to one."
            }
          />
        </Stack>
      </Radio.Group>
      {settings.mode !== 'off' && <NoteForm settings={settings} />}
      <Button component={Link} to={paths.sentDrafts} variant="default" mt="md">
        See sent drafts
      </Button>
    </Section>
  );
}

function NoteForm({ settings }: { settings: AiSettings }) {
  const form = useFormOf({ note: settings.note ?? '' });
  const save = useSave({
    save: ({ note }: { note: string }) =>
      call(routes.updateAiSettings, { body: { mode: settings.mode, note: note.trim() || null } }),
    form,
    keep: (queryClient, changed) =>
      putAnswer(queryClient, routeQuery(routes.getAiSettings).queryKey, changed),
    done: 'Drafts updated',
    onDone: (changed, sent) => form.saved(sent, { note: changed.note ?? '' }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.run(values))} noValidate>
      <Stack gap="sm" mt="md">
        <TextInput
          label="Note to candidates"
          description="Added below each draft, where people see it and can edit it. Utah, California and Maine have laws that may require you to tell candidates about AI. Leave it empty for no note."
          placeholder="Written with AI help."
          maxLength={MAX_NOTE}
          {...fieldProps(form, 'note')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
