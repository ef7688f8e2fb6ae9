import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AreaCode } from '../../../contract/primitives.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import classes from './get-number-screen.module.css';
import { GettingReadyDialog } from './getting-ready-dialog.tsx';
import { NumberChoice } from './number-choice.tsx';
import { wellKnownAreaCodes } from './well-known-area-codes.ts';

const LENGTH = 3;

export function GetNumberScreen() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [linking, setLinking] = useState(false);
  const whole = typed.length === LENGTH;
  const parsed = AreaCode.safeParse(typed);
  function leave() {
    setLinking(false);
    void navigate({ to: paths.messages });
  }

  return (
    <Page
      title="Get a number"
      lead="Candidates see this number when you text them, and their replies come to your inbox."
    >
      <TextInput
        className={classes.field}
        label="Area code"
        placeholder="415"
        inputMode="numeric"
        autoComplete="off"
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
          onBought={() => setLinking(true)}
          suggestions={<AreaCodeSuggestions except={typed} onPick={setTyped} />}
        />
      ) : (
        <div className={classes.suggestions}>
          <p className={classes.hint}>Or start with one of these:</p>
          <AreaCodeSuggestions except={typed} onPick={setTyped} />
        </div>
      )}
      <GettingReadyDialog opened={linking} onClose={leave} />
    </Page>
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
