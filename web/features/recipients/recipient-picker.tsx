import { Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessagePlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ATS_NAMES, type AtsPersonFound } from '../../../contract/ats.ts';
import type { Candidate } from '../../../contract/candidates.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { nameOf, useAddFromAts, useAtsPeople } from './ats-people.ts';
import { type Recipient, recipientOf, recipientOfNumber } from './recipient.ts';
import classes from './recipient-picker.module.css';

const SEARCH_PAUSE_MS = 150;
const SHOWN = 20;

export function RecipientPicker({
  isKnownOnly = false,
  unavailable = () => null,
  onPick,
}: {
  /** No numbers that aren't a candidate's. */
  isKnownOnly?: boolean;
  /** Why someone can't be picked, in words. */
  unavailable?: (candidate: Candidate) => string | null;
  onPick: (recipient: Recipient) => void;
}) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const candidates = useQuery({
    ...routeQuery(routes.listCandidates, { query: { search: settled || undefined, limit: SHOWN } }),
    placeholderData: keepPreviousData,
  });
  const number = useQuery({
    queryKey: ['recipientOfNumber', settled],
    queryFn: () => recipientOfNumber(settled),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isKnownOnly,
  });
  const ats = useAtsPeople(settled);
  const add = useAddFromAts(onPick);
  const known = (candidates.data?.items ?? []).map(recipientOf);
  const unknown =
    number.data && !known.some((recipient) => recipient.phoneNumber === number.data?.phoneNumber)
      ? [number.data]
      : [];
  const options: Option[] = [
    ...[...unknown, ...known].map((recipient) => ({
      recipient,
      why: recipient.candidate && unavailable(recipient.candidate),
    })),
    ...ats.people.map((person) => ({ person })),
  ];
  const isOff = (option: Option) =>
    'recipient' in option ? option.why !== null : option.person.phoneNumber === null;
  const pick = (option: Option) => {
    if (isOff(option)) return;
    if ('recipient' in option) onPick(option.recipient);
    else add.run(option.person);
  };
  const at = Math.min(active, options.length - 1);

  return (
    <div className={classes.picker}>
      <TextInput
        autoFocus
        aria-label="Name, number or email"
        placeholder="Name, number, email, job or tag"
        leftSection={<IconSearch size={16} />}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls="recipients"
        aria-activedescendant={options[at] ? `recipient-${at}` : undefined}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(at + 1, options.length - 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
          else if (event.key === 'Enter' && options[at]) pick(options[at]);
          else return;
          event.preventDefault();
        }}
      />
      {candidates.isError && !candidates.data ? (
        <LoadFailure what="Your candidates" retry={() => void candidates.refetch()} />
      ) : candidates.isPending ? (
        <div className={classes.loading}>
          <Skeleton height={16} width="50%" />
          <Skeleton height={16} width="62%" />
          <Skeleton height={16} width="44%" />
        </div>
      ) : options.length === 0 ? (
        <EmptyState
          title={settled ? 'No candidate found' : 'No candidates yet'}
          text={
            isKnownOnly ? 'Add them under Candidates first.' : 'Type a full phone number to text someone new.'
          }
        />
      ) : (
        <div
          id="recipients"
          role="listbox"
          aria-label={isKnownOnly ? 'Candidates' : 'Recipients'}
          className={classes.options}
        >
          {options.map((option, index) => (
            <button
              key={keyOf(option)}
              id={`recipient-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-disabled={isOff(option)}
              className={classes.option}
              onMouseMove={() => setActive(index)}
              onClick={() => pick(option)}
            >
              {'recipient' in option ? (
                <KnownOrNew recipient={option.recipient} why={option.why} />
              ) : (
                <OfSystem person={option.person} />
              )}
            </button>
          ))}
        </div>
      )}
      {ats.isAsking && <p className={classes.fact}>Looking in your other systems…</p>}
      {ats.notice && <p className={classes.fact}>{ats.notice}</p>}
    </div>
  );
}

/** Who can be texted, or who of another system can be made a candidate. */
type Option = { recipient: Recipient; why: string | null } | { person: AtsPersonFound };

const keyOf = (option: Option) =>
  'recipient' in option
    ? option.recipient.phoneNumber
    : `${option.person.atsType} ${option.person.externalId}`;

function KnownOrNew({ recipient, why }: { recipient: Recipient; why: string | null }) {
  const { candidate } = recipient;
  return (
    <>
      {candidate ? <PersonAvatar person={candidate} size={32} /> : <IconMessagePlus size={20} aria-hidden />}
      <span className={classes.text}>
        <span>{candidate ? recipient.name : `Text ${recipient.name}`}</span>
        <span className={classes.fact}>
          {candidate
            ? [recipient.phoneNumberFormatted, candidate.jobTitle, why]
                .filter((fact) => fact !== recipient.name)
                .filter(Boolean)
                .join(' · ')
            : 'New number'}
          {candidate?.consent.status === 'optedOut' && <span className={classes.optedOut}> · Opted out</span>}
        </span>
      </span>
    </>
  );
}

function OfSystem({ person }: { person: AtsPersonFound }) {
  const system = ATS_NAMES[person.atsType];
  const facts = [
    `In ${system}`,
    person.jobName,
    person.phoneNumberFormatted ?? `No phone number. Add one in ${system} to text them.`,
  ];
  return (
    <>
      <PersonAvatar person={{ ...person, id: person.externalId }} size={32} />
      <span className={classes.text}>
        <span>{nameOf(person)}</span>
        <span className={classes.fact}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}
