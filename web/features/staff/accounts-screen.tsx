import { Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { StaffAccount } from '../../../contract/staff/accounts.ts';
import { dateTime } from '../../lib/dates.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { accountsQuery } from './staff-queries.ts';
import { planInWords } from './words.ts';

const route = getRouteApi(paths.staff);

export function AccountsScreen() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <StaffFrame tab={paths.staff}>
      {(timezone) => (
        <>
          <SearchField
            className={classes.search}
            label="Search accounts"
            placeholder="Company, email or number"
            search={search}
            onSearch={(text) => void navigate({ search: text ? { search: text } : {}, replace: true })}
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
      empty={<EmptyState title="No match" text={`No company, email or number starts with “${search}”.`} />}
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
          <span>{counted(account.people, 'person', 'people')}</span>
          <span>Since {dateTime(account.createdAt, timezone)}</span>
        </div>
      </div>
      {account.deletesAt && (
        <Badge variant="light" color="red" tt="none">
          Will be erased {dateTime(account.deletesAt, timezone)}
        </Badge>
      )}
    </>
  );
}
