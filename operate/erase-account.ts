import { inTransaction } from '../server/db/connection.ts';
import { Failure } from '../server/failure.ts';
import { closeAccount } from '../server/features/deletions/close-account.ts';
import { type Account, accountOperand, findAccount } from './accounts.ts';
import { counted } from './checks/check.ts';
import { type Command, Problem, WrongUse } from './command.ts';
import { withDatabase } from './with-database.ts';

export const eraseAccount: Command = {
  name: 'erase-account',
  operands: [accountOperand],
  summary: 'Close an account now, and have a worker erase everything in it. No one can take it back.',
  details: [
    'Name it by its ID or by the email of one of its people. Without --name, it only shows what would be erased.',
    'From then on nothing is sent and no one signs in. Its numbers are given back and its plan ends; its opt-outs are kept.',
    'Backups still have it until they are gone.',
  ],
  options: { name: { type: 'string', help: "The account's name, to confirm." } },
  codes: {
    0: 'It is closed, and a worker erases it.',
    1: 'There is no such account, or it has candidates on legal hold.',
    2: '--name is missing or not its name. Nothing was changed.',
  },
  run: (operator, { name }, [named]) =>
    withDatabase(operator, async ({ db }) => {
      const account = await findAccount(db, named);
      if (name !== account.name)
        throw new WrongUse(`${shown(account)} To erase it, add --name ${JSON.stringify(account.name)}.`);
      await inTransaction(db, (tx) => closeAccount(tx, operator, account.id)).catch((error: unknown) => {
        throw error instanceof Failure ? new Problem(error.message) : error;
      });
      return {
        code: 0,
        json: { ok: true, account },
        text: `${shown(account)} It is closed, and a worker erases it. hiretext jobs shows if that fails.`,
      };
    }),
};

const shown = ({ name, id, people, candidates }: Account) =>
  `${name} (${id}) has ${people === 1 ? '1 person' : `${people} people`} and ${counted(candidates, 'candidate')}.`;
