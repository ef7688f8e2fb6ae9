import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { formatPhone } from '../../phone.ts';
import type { Entry, Link } from './chain.ts';

const MARGIN = 54;
const GRAY = '#555555';
/** Bytes that wait for a slow reader before more is drawn. */
const MOST_WAITING = 1_000_000;
const WAIT_MS = 20;

/** What the fonts of every PDF reader have (Windows-1252). Others are written by their number. */
const DRAWN = /[^\n\u{20}-\u{7e}\u{a0}-\u{ff}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

export function drawable(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(DRAWN, (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`);
}

function factsOf(entry: Entry): string[] {
  return [
    entry.from && entry.to && `from ${entry.from} to ${entry.to}`,
    entry.by && `by ${entry.by}`,
    entry.status,
    entry.deliveredAt ? `delivered ${entry.deliveredAt.toISOString()}` : '',
    entry.source && `source: ${entry.source}`,
    entry.method && `method: ${entry.method}`,
    entry.wordingVersion && `version: ${entry.wordingVersion}`,
    entry.recordedAt ? `recorded ${entry.recordedAt.toISOString()}` : '',
    entry.attachments && `attachments: ${entry.attachments}`,
  ].filter((fact) => fact !== '');
}

/** The same lines as the file, for people to read. Drawn as fast as the client takes it. */
export async function drawEvidence(
  links: AsyncIterable<Link>,
  of: { phoneNumber: string; company: string; at: Date },
): Promise<Readable> {
  // Large, and needed a few times a year.
  const { default: PdfDocument } = await import('pdfkit');
  const number = formatPhone(of.phoneNumber);
  // Its types know less of it than it is.
  const document = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: `Consent evidence for ${number}`, Author: of.company, CreationDate: of.at },
  }) as PDFKit.PDFDocument & Readable;
  const line = (text: string, { size = 9, color = 'black', font = 'Helvetica' } = {}) =>
    document.font(font).fontSize(size).fillColor(color).text(drawable(text), { lineGap: 1 });

  async function draw(): Promise<void> {
    line(`Consent evidence for ${number}`, { size: 18, font: 'Helvetica-Bold' });
    document.moveDown(0.4);
    line(`${of.company}, exported ${of.at.toISOString()}. All times are in UTC, oldest first.`, {
      color: GRAY,
    });
    line(
      'Each entry has a hash (SHA-256) of its contents and of the hash before it, the same as in the CSV file: a change, or an entry ' +
        'that is missing or added, shows from there on. How to compute it is in the documentation of the API, at GET ' +
        '/consents/evidence. Characters that the fonts of this page lack are written by their Unicode number, like [U+1F44D].',
      { color: GRAY },
    );
    document.moveDown();
    let count = 0;
    for await (const { entry, hash, previousHash } of links) {
      count += 1;
      const facts = factsOf(entry);
      line(`${entry.at.toISOString()}  ${entry.what}`, { font: 'Helvetica-Bold' });
      if (facts.length > 0) line(facts.join(', '), { color: GRAY });
      if (entry.words !== '') line(entry.words, { size: 10 });
      line(`previous ${previousHash}`, { size: 6.5, color: GRAY, font: 'Courier' });
      line(`hash     ${hash}`, { size: 6.5, color: GRAY, font: 'Courier' });
      document.moveDown(0.7);
      while (document.readableLength > MOST_WAITING && !document.destroyed) await wait(WAIT_MS);
      if (document.destroyed) return;
    }
    line(count === 0 ? 'There is nothing on record for this number.' : `${count} entries`, { color: GRAY });
    document.end();
  }
  draw().catch((error: Error) => document.destroy(error));
  return document;
}
