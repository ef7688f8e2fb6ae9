import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SimulatedNetwork } from '../../../contract/simulator.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useOptimistic } from '../../lib/api/use-optimistic.ts';
import classes from './network-panel.module.css';
import { networkQuery, saveNetwork } from './simulator-api.ts';

const delays = [
  { ms: 0, label: 'None' },
  { ms: 600, label: '0.6 seconds' },
  { ms: 3000, label: '3 seconds' },
  { ms: 15_000, label: '15 seconds' },
  { ms: 60_000, label: '1 minute' },
];

const outcomes: Record<SimulatedNetwork['outcome'], string> = {
  deliver: 'Delivered',
  undeliver: 'Not delivered',
  refuse: 'Refused by the carrier',
  acceptThenTimeout: "Delivered, but the carrier doesn't answer",
  serverError: 'The carrier has an outage',
  rateLimit: 'The carrier is too busy',
};

const decisions: Record<SimulatedNetwork['registration'], string> = {
  approve: 'Approved',
  rejectCompany: 'Rejected: the company',
  rejectTexts: 'Rejected: its texts',
  suspend: 'Suspended after approval',
};

/** How the simulated carrier treats texts. Every change applies right away. */
export function NetworkPanel() {
  const queryClient = useQueryClient();
  const { data: network } = useQuery(networkQuery());
  const { queryKey } = networkQuery();
  const save = useOptimistic({
    key: ['network'],
    save: saveNetwork,
    over: [queryKey],
    show: (_, changed) => queryClient.setQueryData(queryKey, changed),
    changes: () => loadAgain(queryClient, queryKey),
  });
  if (!network) return null;
  const change = (part: Partial<SimulatedNetwork>) => {
    const now = queryClient.getQueryData(queryKey);
    if (now) void save({ ...now, ...part });
  };
  const listed = delays.some(({ ms }) => ms === network.delayMs);
  return (
    <details className={classes.panel}>
      <summary className={classes.summary}>Network</summary>
      <div className={classes.fields}>
        <label className={classes.field}>
          Texts are
          <select
            value={network.outcome}
            onChange={(event) =>
              change({ outcome: event.currentTarget.value as SimulatedNetwork['outcome'] })
            }
          >
            {Object.entries(outcomes).map(([outcome, label]) => (
              <option key={outcome} value={outcome}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.field}>
          Delay
          <select
            value={network.delayMs}
            onChange={(event) => change({ delayMs: Number(event.currentTarget.value) })}
          >
            {!listed && <option value={network.delayMs}>{network.delayMs} ms</option>}
            {delays.map(({ ms, label }) => (
              <option key={ms} value={ms}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.field}>
          Registrations are
          <select
            value={network.registration}
            onChange={(event) =>
              change({ registration: event.currentTarget.value as SimulatedNetwork['registration'] })
            }
          >
            {Object.entries(decisions).map(([decision, label]) => (
              <option key={decision} value={decision}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={network.duplicate}
            onChange={(event) => change({ duplicate: event.currentTarget.checked })}
          />
          Every report comes twice
        </label>
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={network.reorder}
            onChange={(event) => change({ reorder: event.currentTarget.checked })}
          />
          Receipts come in reverse order
        </label>
      </div>
    </details>
  );
}
