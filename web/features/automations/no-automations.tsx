import { Button, Group } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Start } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';

const icon = <IconBolt size={32} stroke={1.5} />;

/** What to begin with: proposals open the form, nothing is saved yet. */
export function NoAutomations({
  kind,
  user,
  lacksStages,
  onStart,
}: {
  kind: AutomationKind;
  user: User;
  lacksStages: boolean;
  onStart: (start: Start) => void;
}) {
  if (lacksStages) {
    const isAdmin = user.userType === 'admin';
    return (
      <EmptyState
        icon={icon}
        title="Stages come from your ATS"
        text={
          isAdmin
            ? 'Connect it, then text candidates as they move along.'
            : 'Ask an admin to connect it, then text candidates as they move along.'
        }
        action={
          isAdmin && (
            <Button component={Link} to={paths.integrations}>
              Go to Integrations
            </Button>
          )
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
