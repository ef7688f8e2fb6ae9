import { Button, Group } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Start } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';

const icon = <IconBolt size={32} stroke={1.5} />;

/** What to begin with: proposals open the form, nothing is saved yet. */
export function NoAutomations({
  kind,
  lacksStages,
  onStart,
}: {
  kind: AutomationKind;
  lacksStages: boolean;
  onStart: (start: Start) => void;
}) {
  if (lacksStages) {
    return (
      <EmptyState
        icon={icon}
        title="No stages yet"
        text="Add a job or connect your ATS. Then text candidates as they move along."
        action={
          <Button component={Link} to={paths.jobs}>
            Go to Jobs
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={`No ${kind.noun}s yet`}
      text="Start with one of these, and make it yours."
      action={
        <Group justify="center" gap="sm">
          {kind.proposals.map(({ label, ...start }) => (
            <Button key={label} variant="default" onClick={() => onStart(start)}>
              {label}
            </Button>
          ))}
        </Group>
      }
    />
  );
}
