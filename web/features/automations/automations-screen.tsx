import { useSearch } from '@tanstack/react-router';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { Parts } from '../../ui/parts.tsx';
import { AlsoAutomatic } from './also-automatic.tsx';
import { automationKinds } from './automation-kinds.ts';
import { AutomationsPanel } from './automations-panel.tsx';
import type { AutomationsSearch, AutomationTab } from './automations-search.ts';
import { PlannedPanel } from './planned-panel.tsx';

const kinds = {
  reminders: automationKinds.interviewReminder,
  onboarding: automationKinds.onboardingMessage,
  stages: automationKinds.stageMessage,
} as const;

const labels: Record<AutomationTab, string> = {
  reminders: kinds.reminders.title,
  onboarding: kinds.onboarding.title,
  stages: kinds.stages.title,
  planned: 'Planned texts',
};

const tabs = Object.entries(labels) as [AutomationTab, string][];

/** Texts that go out by themselves, and what else does. */
export function AutomationsScreen() {
  const {
    tab = 'reminders',
    show = 'planned',
    automation,
    everyone,
  }: AutomationsSearch = useSearch({
    strict: false,
  });
  const { user, account } = useMe();
  return (
    <Page
      title="Automations"
      lead="Texts that send automatically, never at night and never after a candidate opts out."
      width="account"
    >
      <Parts
        label="Automations"
        parts={tabs.map(([each, label]) => ({
          to: paths.automations,
          search: { tab: each },
          label,
          isCurrent: each === tab,
        }))}
      />
      {tab === 'planned' ? (
        <PlannedPanel
          user={user}
          isTeam={account.type === 'team'}
          filter={{ show, automationId: automation, everyone: everyone === true }}
        />
      ) : (
        <>
          <AutomationsPanel key={tab} kind={kinds[tab]} user={user} />
          <AlsoAutomatic />
        </>
      )}
    </Page>
  );
}
