import { ActionIcon, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';

/** Explains what a figure counts, also by touch and by key. */
export function Explain({ label, words }: { label: string; words: string }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      withRoles={false}
      opened={opened}
      onChange={close}
      width="min(280px, calc(100vw - 32px))"
      position="bottom"
      shadow="md"
      withArrow
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`What “${label}” counts`}
          aria-expanded={opened}
          onClick={toggle}
          onBlur={close}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <IconInfoCircle size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" role="status">
          {words}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
