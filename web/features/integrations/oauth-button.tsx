import { Button, Stack } from '@mantine/core';
import type { AtsDescription } from '../../../contract/ats.ts';
import { PopUpWords } from '../../ui/pop-up-words.tsx';
import { useAtsOauth } from './use-oauth.ts';

export function OauthButton({ system, label }: { system: AtsDescription; label: string }) {
  const { open, isOpen, isBlocked } = useAtsOauth(system.type);
  return (
    <Stack gap="xs" align="flex-start">
      <Button loading={isOpen} onClick={open}>
        {label}
      </Button>
      <PopUpWords isOpen={isOpen} isBlocked={isBlocked} />
    </Stack>
  );
}
