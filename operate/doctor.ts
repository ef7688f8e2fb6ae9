import { connect } from '../server/db/connection.ts';
import type { Env } from '../server/env.ts';
import { checkBackups } from './checks/backups.ts';
import { checkCells, checkMoves } from './checks/cells.ts';
import { type Checked, counted, type Finding, fail, reasonOf, warn } from './checks/check.ts';
import {
  checkClock,
  checkPostgres,
  checkReplica,
  checkSchema,
  checkSignals,
  isEmpty,
} from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { checkSecrets } from './checks/secrets.ts';
import { checkNode, checkSettings } from './checks/settings.ts';
import { checkAddress, checkCarrier, checkMail } from './checks/vendors.ts';
import { checkJobs, checkReceiving, checkTexts, checkWorkers } from './checks/work.ts';
import type { Command, Operator } from './command.ts';
import { openDatabase } from './database.ts';

const CONNECTIONS = 4;

export const doctor: Command = {
  name: 'doctor',
  operands: [],
  summary: 'Check that this Hiretext is well, and say what cures what is not.',
  details: [
    'Reads the settings that the server reads, and changes nothing.',
    'Run it on each node: disk, network and settings may differ.',
  ],
  options: {},
  codes: { 0: 'All is well, or there are only warnings.', 1: 'At least one check failed.' },
  run: async (operator) => {
    const findings = await examine(operator);
    const failed = findings.filter(({ status }) => status === 'fail').length;
    return { code: failed > 0 ? 1 : 0, json: { ok: failed === 0, checks: findings }, text: shown(findings) };
  },
};

export async function examine(operator: Operator): Promise<Finding[]> {
  const { env, findings } = checkSettings(operator.variables, operator.checkout);
  const first = [...findings, checkNode(process.versions.node)];
  if (env === null) return first;
  return [...first, checkDisk({ env }), ...(await checkRest(env, operator.clock))];
}

/** What is asked of the database and of others. One check that breaks keeps no other from its turn. */
async function checkRest(env: Env, clock: () => Date): Promise<Finding[]> {
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(env);
  } catch (error) {
    const [found = '', ...cure] = reasonOf(error).split(/(?<=\.)\s/);
    return [
      fail('database', found, cure.join(' ') || 'See the log of the database server.'),
      await checkAddress({ env }),
    ];
  }
  const connection = connect(opened.url, { max: CONNECTIONS, onError: () => {} });
  try {
    const checked: Checked = { env, clock, pool: connection.pool };
    const database = await checkPostgres(checked);
    if (database.status === 'fail') return [database, await checkAddress(checked)];
    if (await isEmpty(checked))
      return [database, empty, await checkMail(checked), await checkAddress(checked)];
    const checks: [name: string, check: () => Promise<Finding | Finding[]>][] = [
      ['schema', () => checkSchema(checked)],
      ['replica', () => checkReplica(checked)],
      ['nats', () => checkSignals(checked)],
      ['clock', () => checkClock(checked)],
      ['cells', () => checkCells(checked, connection.db)],
      ['moves', () => checkMoves(checked)],
      ['secrets', () => checkSecrets(checked, connection.db)],
      ['mail', () => checkMail(checked)],
      ['carrier', () => checkCarrier(checked)],
      ['address', () => checkAddress(checked)],
      ['workers', () => checkWorkers(checked)],
      ['jobs', () => checkJobs(checked)],
      ['texts', () => checkTexts(checked)],
      ['receiving', () => checkReceiving(checked)],
      ['backups', () => checkBackups(checked)],
    ];
    const found = await Promise.all(
      checks.map(([name, check]) => check().catch((error) => broken(name, error))),
    );
    return [database, ...found.flat()];
  } finally {
    await connection.close();
    await opened.close();
  }
}

const empty = warn(
  'schema',
  'The database is empty.',
  'Start the server, which makes its tables. To restore a backup, do that first.',
);

const broken = (name: string, error: unknown): Finding =>
  fail(name, `This check broke off: ${reasonOf(error)}.`, 'Cure what else is wrong, then run it again.');

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

function shown(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, status, found, cure }) => [
    `${MARKS[status]}  ${name.padEnd(width)}  ${found}`,
    ...(cure === null ? [] : [`${' '.repeat(width + 8)}-> ${cure}`]),
  ]);
  const count = (status: Finding['status']) => findings.filter((each) => each.status === status).length;
  return [
    ...lines,
    '',
    `${count('ok')} ok, ${counted(count('warn'), 'warning')}, ${count('fail')} failed`,
  ].join('\n');
}
