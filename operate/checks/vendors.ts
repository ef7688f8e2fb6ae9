import pino from 'pino';
import { IDENTITY } from '../../server/http/health.ts';
import { createPathSigner } from '../../server/http/signer.ts';
import { chooseCarrier } from '../../server/vendors/carriers.ts';
import { chooseMailer } from '../../server/vendors/mailers.ts';
import { type Checked, type Finding, fail, ok, reasonOf, warn } from './check.ts';

const ANSWER_WITHIN_MS = 10_000;
/** Asked for where no number is known: whose it is doesn't matter. */
/** Not one of fiction, of which real carriers aren't asked. */
export const ANY_NUMBER = '+12025550000';

export async function checkMail({ env, pool, clock }: Checked): Promise<Finding> {
  const name = 'mail';
  if (env.mail.vendor === 'outbox') return ok(name, 'Emails stay on this machine, at /outbox.');
  try {
    await chooseMailer(env.mail, { pool, clock }).mailer.check();
    return ok(name, 'The mail server answers and lets us sign in.');
  } catch (error) {
    return fail(
      name,
      `The mail server can't be used: ${reasonOf(error)}.`,
      "Check SMTP_URL: host, port, user and password, and that this machine's network lets it through.",
    );
  }
}

export async function checkCarrier({ env, pool, clock }: Checked): Promise<Finding> {
  const name = 'carrier';
  if (env.carrier.vendor === 'simulator') return ok(name, 'The simulated carrier, which texts no one.');
  const { carrier } = chooseCarrier(env.carrier, {
    pool,
    publicUrl: env.publicUrl,
    webhookSecret: '',
    segmentsPerSecond: env.segmentsPerSecond,
    clock,
    log: pino({ level: 'silent' }),
  });
  const { rows } = await pool.query<{ phone: string }>(
    `select phone_number as phone from numbers where released_at is null and link_status = 'linked' and carrier = $1 limit 1`,
    // Not those of sandboxes, or of a carrier from before.
    [carrier.name],
  );
  const [known] = rows;
  const label = env.carrier.vendor === 'twilio' ? 'Twilio' : 'Telnyx';
  try {
    const found = await carrier.findOwnedNumber(known?.phone ?? ANY_NUMBER);
    if (known !== undefined && found === null)
      return fail(
        name,
        `${label} takes the credentials, but its account doesn't have one of our numbers.`,
        `Set the credentials of the ${label} account that owns your numbers.`,
      );
    return ok(name, `${label} takes the credentials.`);
  } catch (error) {
    const settings =
      env.carrier.vendor === 'twilio' ? 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN' : 'TELNYX_API_KEY';
    return fail(
      name,
      `${label} didn't answer as it should: ${reasonOf(error)}.`,
      `Check ${settings}, and that this machine reaches ${label}.`,
    );
  }
}

/** Carriers call this address: if it leads elsewhere, answers of candidates are lost. */
export async function checkAddress({ env }: Pick<Checked, 'env'>): Promise<Finding> {
  const name = 'address';
  const reachesPeople = env.carrier.vendor !== 'simulator';
  let host: string;
  let identity: unknown;
  try {
    host = new URL(env.publicUrl).hostname;
    const answer = await fetch(`${env.publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (answer.status >= 300 && answer.status < 400)
      return fail(
        name,
        `${env.publicUrl} redirects, which carriers don't follow.`,
        'Set PUBLIC_URL to the address that it leads to, exactly.',
      );
    if (!answer.ok)
      return fail(
        name,
        `${env.publicUrl} answers with status ${answer.status}.`,
        'See that a node is up and ready, and that the proxy passes everything at this address to it.',
      );
    identity = ((await answer.json().catch(() => null)) as { identity?: unknown } | null)?.identity;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return fail(
      name,
      `${env.publicUrl} doesn't answer: ${reasonOf(cause)}.`,
      'Start the server, and check PUBLIC_URL, its DNS record, its certificate and the proxy.',
    );
  }
  if (typeof identity !== 'string' || !createPathSigner(env).isPathSigned(IDENTITY, identity))
    return fail(
      name,
      `Another server answers at ${env.publicUrl}, or one with another SECRET_KEY.`,
      'Point PUBLIC_URL at this Hiretext, and give all nodes the same SECRET_KEY.',
    );
  if (isThisMachine(host) && reachesPeople)
    return warn(
      name,
      `${env.publicUrl} is this machine, so your carrier can't call it.`,
      'Set PUBLIC_URL to an address that the internet reaches.',
    );
  const asked = 'asked from this machine; that the internet reaches it too, only your carrier can tell';
  return ok(name, `${env.publicUrl} leads to this Hiretext (${asked}).`);
}

const isThisMachine = (host: string) => /^(localhost|127\.|\[::1\])/.test(host);
