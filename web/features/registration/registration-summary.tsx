import { Badge, Table, Text } from '@mantine/core';
import type { Registration } from '../../../contract/registration.ts';
import { FindingList } from './finding-list.tsx';
import classes from './registration.module.css';
import { entityTypes, useCases, verticals } from './words.ts';

function NumberState({ number }: { number: Registration['numbers'][number] }) {
  const { isRegistered, refusal } = number;
  return (
    <>
      <Badge variant="light" tt="none" color={isRegistered ? 'teal' : refusal ? 'red' : 'gray'}>
        {isRegistered ? 'Can text' : refusal ? 'Not accepted' : 'Waiting'}
      </Badge>
      {refusal && <span className={classes.refusal}>The carrier says: {refusal}</span>}
    </>
  );
}

/** What was submitted, while it can't be changed. */
export function RegistrationSummary({ registration }: { registration: Registration }) {
  const { draft, einLast4, numbers, suspended } = registration;
  const rows: [string, string][] = [
    ['Legal name', draft.legalName],
    ['Brand name', draft.brandName],
    ['Company type', draft.entityType ? entityTypes[draft.entityType] : ''],
    ['EIN', einLast4 ? `•••••${einLast4}` : ''],
    ['Industry', verticals[draft.vertical]],
    ['Address', `${draft.street}, ${draft.city}, ${draft.state} ${draft.postalCode}`],
    ['Website', draft.website],
    ['Contact', `${draft.contactFirstName} ${draft.contactLastName}, ${draft.contactTitle}`],
    ['Use case', useCases[draft.useCase].label],
    ['Description', draft.description],
    ['How candidates agree', draft.messageFlow],
    ['Privacy policy', draft.privacyPolicyUrl],
    ['Terms', draft.termsUrl],
    ...draft.samples.map((sample, index): [string, string] => [`Sample ${index + 1}`, sample]),
  ];
  return (
    <>
      {suspended && suspended.findings.length > 0 && (
        <section aria-label="What the carriers say">
          <FindingList findings={suspended.findings} />
        </section>
      )}
      {numbers.length > 0 && (
        <section aria-labelledby="registered-numbers">
          <h2 id="registered-numbers" className={classes.heading}>
            Numbers
          </h2>
          <ul className={classes.numbers}>
            {numbers.map((number) => (
              <li key={number.phoneNumber}>
                {number.phoneNumberFormatted}
                <NumberState number={number} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="submitted">
        <h2 id="submitted" className={classes.heading}>
          What you submitted
        </h2>
        <Table layout="fixed" verticalSpacing="xs" className={classes.summary}>
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{value || <Text c="dimmed">—</Text>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
