import { Badge, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffAccount } from '../../../contract/staff.ts';
import { dateTime } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { accountsQuery } from './staff-queries.ts';
import { planInWords } from './words.ts';

const SEARCH_PAUSE_MS = 200;

const route = getRouteApi(`/asking${paths.staff}`);

export function AccountsScreen() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  const find = useDebouncedCallback((text: string) => {
    void navigate({ search: text.trim() ? { search: text.trim() } : {}, replace: true });
  }, SEARCH_PAUSE_MS);
  return (
    <StaffFrame tab={paths.staff}>
      {(timezone) => (
        <>
          <TextInput
            className={classes.search}
            type="search"
            placeholder="Company, email or number"
            aria-label="Search accounts"
            leftSection={<IconSearch size={16} />}
            value={typed}
            maxLength={100}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              find(event.currentTarget.value);
            }}
          />
          <AccountRows search={search} timezone={timezone} />
        </>
      )}
    </StaffFrame>
  );
}

function AccountRows({ search, timezone }: { search: string; timezone: string }) {
  const list = useInfiniteQuery(accountsQuery(search));
  return (
    <Rows
      list={list}
      label="Accounts"
      empty={<EmptyState title="No match" text={`No company, email or number begins with “${search}”.`} />}
    >
      {(account) => <AccountRow account={account} timezone={timezone} />}
    </Rows>
  );
}

function AccountRow({ account, timezone }: { account: StaffAccount; timezone: string }) {
  return (
    <>
      <div className={classes.who}>
        <Link to={paths.staffAccount} params={{ accountId: account.id }} className={classes.name}>
          {account.name}
        </Link>
        <div className={classes.below}>
          <span>{planInWords(account)}</span>
          <span>
            {account.people} {account.people === 1 ? 'person' : 'people'}
          </span>
          <span>Since {dateTime(account.createdAt, timezone)}</span>
        </div>
      </div>
      {account.deletesAt && (
        <Badge variant="light" color="red" tt="none">
          To be erased {dateTime(account.deletesAt, timezone)}
        </Badge>
      )}
    </>
  );
}
