import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AreaCode } from '../../../contract/primitives.ts';
import { NumberChoice } from './number-choice.tsx';
import classes from './number-search.module.css';

/** Places to try for someone without an area code in mind, or whose area code has no numbers left. */
const wellKnownAreaCodes = [
  { areaCode: '212', place: 'New York' },
  { areaCode: '213', place: 'Los Angeles' },
  { areaCode: '312', place: 'Chicago' },
  { areaCode: '713', place: 'Houston' },
  { areaCode: '602', place: 'Phoenix' },
  { areaCode: '404', place: 'Atlanta' },
  { areaCode: '415', place: 'San Francisco' },
  { areaCode: '206', place: 'Seattle' },
] as const;

const LENGTH = 3;

/** Numbers are found by area code, and one of them is bought. */
export function NumberSearch({
  buy,
  onBought,
}: {
  buy: (phoneNumber: string) => Promise<unknown>;
  onBought: () => void;
}) {
  const [typed, setTyped] = useState('');
  const whole = typed.length === LENGTH;
  const parsed = AreaCode.safeParse(typed);
  return (
    <>
      <TextInput
        className={classes.field}
        label="Area code"
        placeholder="415"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        autoFocus
        maxLength={LENGTH}
        value={typed}
        error={whole && !parsed.success ? parsed.error.issues[0]?.message : null}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      />
      {whole && parsed.success ? (
        <NumberChoice
          key={typed}
          areaCode={typed}
          buy={buy}
          onBought={onBought}
          suggestions={<AreaCodeSuggestions except={typed} onPick={setTyped} />}
        />
      ) : (
        <div className={classes.suggestions}>
          <p className={classes.hint}>Or start with one of these:</p>
          <AreaCodeSuggestions except={typed} onPick={setTyped} />
        </div>
      )}
    </>
  );
}

function AreaCodeSuggestions({ except, onPick }: { except: string; onPick: (areaCode: string) => void }) {
  return (
    <Group gap="sm">
      {wellKnownAreaCodes
        .filter(({ areaCode }) => areaCode !== except)
        .map(({ areaCode, place }) => (
          <Button key={areaCode} variant="default" size="compact-sm" onClick={() => onPick(areaCode)}>
            {areaCode} {place}
          </Button>
        ))}
    </Group>
  );
}
