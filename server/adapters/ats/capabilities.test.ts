import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AtsType } from '../../../contract/ats.ts';
import { ATS_CONNECTORS } from '../../vendors/ats-connectors.ts';
import { type AtsConnector, capabilitiesOf } from './port.ts';

const PAGE = join(import.meta.dirname, '../../../docs/ats.md');
const TABLE = /(<!-- table: what each can do -->\n\n)[\s\S]*?(\n\n<!-- end of table -->)/;

it('docs/ats.md has the table of what each system can do (run this file with -u to rewrite it)', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(TABLE);
  const current = page.replace(TABLE, (_, start: string, end: string) => `${start}${table()}${end}`);
  await expect(current).toMatchFileSnapshot(PAGE);
});

it('there is one connector for each type, in the order of the contract', () => {
  expect(ATS_CONNECTORS.map(({ type }) => type)).toEqual(AtsType.options);
});

function table(): string {
  const names = ['System', 'Email', 'Phone', 'Stages', 'Interviews', 'New hires', 'Notes', 'Look up notes'];
  const columns = [...names, 'Moves', 'Changes by', 'Sign-in'];
  const rows = [columns, columns.map(() => '---'), ...ATS_CONNECTORS.map(rowOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowOf(connector: AtsConnector): string[] {
  const { findByEmail, findByPhone, interviews, newHires, writeNote, moveStage } = capabilitiesOf(connector);
  const tick = (can: boolean) => (can ? 'yes' : 'no');
  const otherwise = connector.events === null ? 'polling' : 'its queue';
  return [
    connector.name,
    tick(findByEmail),
    tick(findByPhone),
    tick(connector.listStages !== null),
    tick(interviews),
    tick(newHires),
    tick(writeNote),
    tick(connector.findNote !== null),
    tick(moveStage),
    connector.webhooks === null ? otherwise : `webhook, ${connector.webhooks.setUp}`,
    connector.oauth === null ? 'key' : 'key or consent',
  ];
}
