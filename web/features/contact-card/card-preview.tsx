import { VisuallyHidden } from '@mantine/core';
import { personName } from '../../../contract/person-name.ts';
import type { ContactCardChoices } from '../../../contract/users.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './contact-card.module.css';

/** The card as a candidate's phone shows it. */
export function CardPreview({ choices }: { choices: ContactCardChoices }) {
  const { user, account } = useMe();
  const rows = [
    { label: 'Name', value: personName(user) },
    { label: 'Title', value: choices.title },
    { label: 'Company', value: account.name },
    { label: 'Number', value: user.seat?.twilioNumberFormatted },
    { label: 'Email', value: choices.email ? user.email : null },
  ];
  return (
    <figure className={classes.card} aria-label="Your contact card">
      <PersonAvatar person={{ ...user, avatar: choices.picture ? user.avatar : null }} size={56} />
      <dl>
        {rows.flatMap(({ label, value }) =>
          value ? (
            <div key={label}>
              <VisuallyHidden component="dt">{label}</VisuallyHidden>
              <dd>{value}</dd>
            </div>
          ) : (
            []
          ),
        )}
      </dl>
    </figure>
  );
}
