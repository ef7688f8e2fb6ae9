import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import fullPage from '../../ui/full-page.module.css';
import { Wordmark } from '../../ui/wordmark.tsx';

/** The frame of every screen before signing in. */
export function AuthCard({
  title,
  lead,
  footer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={fullPage.page}>
      <Stack w="100%" maw={400} gap="lg">
        <Stack align="center">
          <Wordmark />
        </Stack>
        <Paper withBorder radius="lg" p="lg">
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {lead && (
                <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {lead}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
        {footer && (
          <Text ta="center" c="dimmed">
            {footer}
          </Text>
        )}
      </Stack>
    </main>
  );
}
