import { Skeleton, Text } from '@mantine/core';
import type { Account } from '../../../contract/accounts.ts';
import classes from './sidebar.module.css';

/** Stands at the head of the sidebar: the logo, and whose account this is. */
export function CompanyMark({ account }: { account: Account | undefined }) {
  return (
    <>
      <img src="/favicon.svg" alt="" width={24} height={24} />
      {account ? (
        <Text className={classes.company} title={account.name}>
          {account.name || 'Hiretext'}
        </Text>
      ) : (
        <Skeleton height={14} style={{ flex: 1 }} />
      )}
    </>
  );
}
