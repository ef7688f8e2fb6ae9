import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { ATS_NAMES, type DoubtfulPair } from '../../../../contract/ats.ts';
import { personName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { focusScreen } from '../../../lib/focus-screen.ts';
import { paths } from '../../../paths.ts';
import { UnlinkDialog } from '../../conversations/panel/linked-people.tsx';
import { linkedPairsQuery, withoutPair } from '../integrations-query.ts';
import classes from './pairs.module.css';

type Decision = 'same' | 'different';

const REASONS: Record<DoubtfulPair['reason'], string> = {
  samePhoneOtherName: 'Same phone number, different names',
  sameEmailOtherPhone: 'Same email, different phone numbers',
};

const buttonId = (pairId: string, decision: Decision) => `${decision}-${pairId}`;

export function PairRow({
  pair,
  neighborId,
}: {
  pair: DoubtfulPair;
  /** What gets the focus when this pair is gone. */
  neighborId: string | null;
}) {
  const { id, person } = pair;
  const row = useRef<HTMLLIElement>(null);
  const neighbor = useRef(neighborId);
  neighbor.current = neighborId;
  const decide = useSave({
    save: async (decision: Decision) => {
      try {
        await call(routes.decidePair, { params: { id }, body: { decision } });
      } catch (error) {
        // A colleague was faster.
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      }
    },
    keep: (queryClient, _, decision) => {
      const focused = document.activeElement;
      if (focused === document.body || row.current?.contains(focused)) {
        const next = neighbor.current && document.getElementById(buttonId(neighbor.current, decision));
        if (next) next.focus();
        else focusScreen();
      }
      withoutPair(queryClient, id);
      void loadAgain(
        queryClient,
        routes.listAtsIntegrations,
        linkedPairsQuery().queryKey,
        routes.listCandidates,
        routes.getCandidate,
        routes.listConversations,
      );
    },
  });
  const called = personName(person) || person.email || 'this person';
  const button = (decision: Decision, label: string) => (
    <Button
      id={buttonId(id, decision)}
      variant="default"
      aria-label={`${label}: ${called}`}
      loading={decide.isPending && decide.variables === decision}
      disabled={decide.isPending && decide.variables !== decision}
      onClick={() => decide.run(decision)}
    >
      {label}
    </Button>
  );
  return (
    <li ref={row} className={classes.pair}>
      <Both pair={pair} />
      <Group gap="sm">
        {button('same', 'Same person')}
        {button('different', 'Different people')}
      </Group>
    </li>
  );
}

/** Said to be the same person, which may be wrong. */
export function LinkedPairRow({ pair }: { pair: DoubtfulPair }) {
  const { atsType, externalId, candidate, person } = pair;
  const [isAsking, setAsking] = useState(false);
  const called = personName(person) || person.email || 'this person';
  return (
    <li className={classes.pair}>
      <Both pair={pair} />
      <div>
        <Button variant="default" aria-label={`Unlink: ${called}`} onClick={() => setAsking(true)}>
          Unlink
        </Button>
      </div>
      {isAsking && (
        <UnlinkDialog
          candidate={candidate}
          linked={{ atsType, externalId, name: personName(person) || externalId }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function Both({ pair: { atsType, person, candidate, reason } }: { pair: DoubtfulPair }) {
  const systemName = ATS_NAMES[atsType];
  return (
    <>
      <p className={classes.reason}>{REASONS[reason]}</p>
      <div className={classes.sides}>
        <Side where={`In ${systemName}`} who={person}>
          {person.profileUrl && (
            <a className={classes.link} href={person.profileUrl} target="_blank" rel="noreferrer">
              Open in {systemName}
            </a>
          )}
        </Side>
        <Side where="In Hiretext" who={candidate}>
          <Link className={classes.link} to={paths.candidates} search={{ search: candidate.phoneNumber }}>
            Open candidate
          </Link>
        </Side>
      </div>
    </>
  );
}

function Side({
  where,
  who,
  children,
}: {
  where: string;
  who: DoubtfulPair['person'] | DoubtfulPair['candidate'];
  children: ReactNode;
}) {
  return (
    <div className={classes.side}>
      <div className={classes.where}>{where}</div>
      <div className={classes.name}>{personName(who) || 'No name yet'}</div>
      <div>{who.phoneNumberFormatted ?? 'No phone number'}</div>
      <div>{who.email ?? 'No email'}</div>
      {children}
    </div>
  );
}
