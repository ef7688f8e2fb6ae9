import { parseArgs } from 'node:util';
import { isUnavailable } from '../server/db/unavailable.ts';
import { EnvError } from '../server/env.ts';
import { reasonOf } from './checks/check.ts';
import { type Command, type ExitCode, type Operator, Problem, WrongUse } from './command.ts';
import { commands } from './commands.ts';

interface Printed {
  code: ExitCode;
  /** Without the last line's end. */
  out: string;
  err: string;
}

const CODES: Record<ExitCode, string> = {
  0: 'It worked.',
  1: "A problem was found, or it didn't work.",
  2: 'It was asked for wrongly.',
};

/** Finds the command that the arguments name, and runs it. */
export async function runCommand(args: string[], operator: Operator): Promise<Printed> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const [topic] = rest;
    if (name !== 'help' || topic === undefined)
      return { code: name === undefined ? 2 : 0, out: overview(), err: '' };
    const asked = commands.find((each) => each.name === topic);
    return asked ? { code: 0, out: helpOf(asked), err: '' } : wrong(noCommand(topic));
  }
  const found = commands.find((each) => each.name === name);
  const asJson = rest.includes('--json');
  if (found === undefined) return wrong(noCommand(name), asJson);
  let given: ReturnType<typeof parsed>;
  try {
    given = parsed(found, rest);
  } catch (error) {
    return wrong(`${messageOf(error)} See npx hiretext ${name} --help.`, asJson);
  }
  const { json: _, help, ...values } = given.values;
  if (help === true) return { code: 0, out: helpOf(found), err: '' };
  if (given.positionals.length > found.operands.length)
    return wrong(`${name} takes nothing more. See npx hiretext ${name} --help.`, asJson);
  return carryOut(found, operator, values, given.positionals, asJson);
}

async function carryOut(
  command: Command,
  operator: Operator,
  values: Record<string, string | boolean | undefined>,
  positionals: string[],
  asJson: boolean,
): Promise<Printed> {
  try {
    const { code, json, text } = await command.run(operator, values, positionals);
    return { code, out: asJson ? JSON.stringify(json) : text, err: '' };
  } catch (error) {
    if (error instanceof WrongUse) return failed(2, error.message, asJson);
    if (error instanceof Problem || error instanceof EnvError) return failed(1, error.message, asJson);
    if (isOutside(error)) return failed(1, `It broke off: ${reasonOf(error)}.`, asJson);
    // A fault of ours: its stack is needed.
    throw error;
  }
}

/** What the machine, the network or an S3 store refuses. */
const isOutside = (error: unknown) =>
  error instanceof Error && ('syscall' in error || '$metadata' in error || isUnavailable(error));

function parsed({ options }: Command, args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  return { values: values as Record<string, string | boolean | undefined>, positionals };
}

const messageOf = (error: unknown) => (error instanceof Error ? `${error.message.split('. ')[0]}.` : '');

const noCommand = (name: string) =>
  `There's no command "${name}". Use one of ${commands.map((each) => each.name).join(', ')}.`;

const wrong = (sentence: string, asJson = false): Printed => failed(2, sentence, asJson);

const failed = (code: ExitCode, sentence: string, asJson: boolean): Printed =>
  asJson
    ? { code, out: JSON.stringify({ ok: false, error: sentence }), err: '' }
    : { code, out: '', err: sentence };

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: npx hiretext <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each command takes --json, to print one JSON value, and --help.',
    'Exit codes: 0 all is well, 1 a problem was found, 2 wrong use.',
  ].join('\n');
}

function helpOf({ name, operands, summary, details, options, codes }: Command): string {
  const all: [string, string][] = [
    ...Object.entries(options).map(([option, { type, help }]): [string, string] => [
      `--${option}${type === 'string' ? ' <value>' : ''}`,
      help,
    ]),
    ['--json', 'Print one JSON value instead.'],
    ['--help', 'Show this.'],
  ];
  const width = Math.max(...all.map(([option]) => option.length));
  return [
    `Usage: npx hiretext ${[name, ...operands.map((operand) => `<${operand}>`)].join(' ')} [options]`,
    '',
    summary,
    ...details,
    '',
    'Options:',
    ...all.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
    '',
    'Exit codes:',
    ...Object.entries({ ...CODES, ...codes }).map(([code, meaning]) => `  ${code}  ${meaning}`),
  ].join('\n');
}
