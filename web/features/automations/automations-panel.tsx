import { Anchor, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Automation } from '../../../contract/automations.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading, RowSkeletons } from '../../ui/paged-list.tsx';
import rows from '../../ui/rows.module.css';
import type { Start } from './automation-form.ts';
import type { AutomationKind } from './automation-kinds.ts';
import { type AutomationAction, AutomationRow } from './automation-row.tsx';
import classes from './automations.module.css';
import { automationsQuery } from './automations-query.ts';
import { BulkBanners } from './bulk-banners.tsx';
import { DeleteAutomationDialog } from './delete-automation-dialog.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { NoAutomations } from './no-automations.tsx';
import { useDuplicate } from './use-duplicate.ts';
import { useNames, useStageOptions } from './use-names.ts';
import { WhoDialog } from './who-dialog.tsx';

const AutomationDialog = lazy(() =>
  import('./automation-dialog.tsx').then((module) => ({ default: module.AutomationDialog })),
);

/** One to be written, or to be changed. */
type Editing = { automation: Automation | null; start: Start };

/** The person's automations of one kind. */
export function AutomationsPanel({ kind, user }: { kind: AutomationKind; user: User }) {
  const list = useQuery(automationsQuery(kind));
  const names = useNames(user);
  const stages = useStageOptions();
  const duplicate = useDuplicate();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<Automation | null>(null);
  const [asking, setAsking] = useState<Automation | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const automations = list.data ?? [];
  const lacksStages = kind.type === 'stageMessage' && stages?.length === 0;

  function act(action: AutomationAction, automation: Automation) {
    if (action === 'edit') setEditing({ automation, start: automation });
    if (action === 'duplicate') duplicate.run(automation);
    if (action === 'who') setAsking(automation);
    if (action === 'delete') setDeleting(automation);
  }

  return (
    <section aria-label={kind.title}>
      <div className={classes.above}>
        <p className={classes.about}>
          {kind.about}
          {kind.type === 'onboardingMessage' && (
            <>
              {' '}
              Begin with one of your{' '}
              <Anchor component={Link} to={paths.onboardingTemplates} underline="always">
                onboarding templates
              </Anchor>
              .
            </>
          )}
        </p>
        {!lacksStages && (
          <Button
            ref={add}
            leftSection={<IconPlus size={16} />}
            onClick={() => setEditing({ automation: null, start: {} })}
          >
            {kind.newLabel}
          </Button>
        )}
      </div>
      {kind.type === 'stageMessage' && <BulkBanners />}
      {automations.length > 0 && <KindSwitch kind={kind} user={user} />}
      {list.isPending ? (
        <Loading what={`${kind.noun}s`}>
          <RowSkeletons />
        </Loading>
      ) : list.isError && !list.data ? (
        <LoadFailure what={`Your ${kind.noun}s`} retry={() => void list.refetch()} />
      ) : automations.length > 0 ? (
        <ul
          className={`${rows.list} ${classes.list}`}
          aria-label={kind.title}
          data-off={!kind.isOn(user) || undefined}
        >
          {automations.map((automation) => (
            <AutomationRow
              key={automation.id}
              automation={automation}
              names={names}
              onAsk={(action) => act(action, automation)}
            />
          ))}
        </ul>
      ) : (
        <NoAutomations
          kind={kind}
          lacksStages={lacksStages}
          onStart={(start) => setEditing({ automation: null, start })}
        />
      )}
      <Suspense>
        {editing && (
          <AutomationDialog kind={kind} user={user} onClose={() => setEditing(null)} {...editing} />
        )}
      </Suspense>
      {asking && <WhoDialog automation={asking} user={user} onClose={() => setAsking(null)} />}
      {deleting && (
        <DeleteAutomationDialog
          kind={kind}
          automation={deleting}
          onClose={() => setDeleting(null)}
          // The row that had the focus is gone.
          onDeleted={() => add.current?.focus()}
        />
      )}
    </section>
  );
}
