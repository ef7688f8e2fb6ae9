import pg from 'pg';

/** SQLSTATEs with which a server ends a connection, takes none, or gives up a statement: it stops, starts, is overloaded, or a standby. */
const SQLSTATES = ['57P01', '57P02', '57P03', '57P05', '53300', '57014', '25P03', '25006'];
/** What the network says, in Node's words. */
const SYSTEM = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** pg gives its own failures nothing but a sentence. */
const SENTENCES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered a connection error|was closed))/;

/** None of the servers in DATABASE_URL takes writes, for instance while another is being promoted. */
export class NoPrimary extends Error {
  constructor(reasons: string[]) {
    super(`No server in DATABASE_URL takes writes: ${reasons.join(', ')}.`);
  }
}

/** Whether the database couldn't be asked at all: it's worth asking again in a moment, and nothing is wrong with the question. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPrimary) return true;
  if (error instanceof pg.DatabaseError) return SQLSTATES.includes(error.code ?? '');
  const { code } = error as NodeJS.ErrnoException;
  return SYSTEM.includes(code ?? '') || SENTENCES.test(error.message);
}

/** For the person who runs us: why no connection was made, and what to do. */
export function unreached(error: Error): Error {
  // It says of each host why.
  if (error instanceof NoPrimary) return error;
  const reason = error.message || (error as NodeJS.ErrnoException).code;
  return new Error(
    `The database can't be reached: ${reason}. Start it, and see that DATABASE_URL has its address, user and password.`,
    { cause: error },
  );
}
