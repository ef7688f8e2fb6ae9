import { type LandlineOwner, letterParagraphs } from '../../../../contract/landlines.ts';
import { formatPhone } from '../../../phone.ts';

interface LetterFacts {
  phoneNumber: string;
  owner: LandlineOwner;
  name: string;
  title: string;
  signature: string;
  signedAt: Date;
  /** From where it was signed. */
  ip: string | null;
  reference: string;
}

const MARGIN = 54;
const LABEL_WIDTH = 130;
const GRAY = '#555555';
/** A long name is written smaller, to fit on one line. */
const SIGNATURE_SIZES = { largest: 24, smallest: 12 };

/**
 * The letter by which a company authorizes texting from its number. It has what carriers look for: whose number it is, which
 * service may change, that calls do not, who signs, and that they may (the sample letters of Twilio and Telnyx).
 */
export async function drawLetter(facts: LetterFacts): Promise<Buffer> {
  // Large, and needed a few times a year.
  const { default: PdfDocument } = await import('pdfkit');
  const number = formatPhone(facts.phoneNumber);
  const { owner } = facts;
  const document = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    info: {
      Title: `Letter of authorization for ${number}`,
      Author: owner.company,
      CreationDate: facts.signedAt,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });

  const paragraph = (text: string) =>
    document.font('Helvetica').fontSize(10.5).text(text, { lineGap: 2 }).moveDown();
  const width = document.page.width - 2 * MARGIN;
  const row = (label: string, value: string) => {
    document.font('Helvetica').fontSize(10.5);
    const height = document.heightOfString(value, { width: width - LABEL_WIDTH, lineGap: 2 });
    if (document.y + height > document.page.maxY()) document.addPage();
    const { y } = document;
    document.font('Helvetica').fontSize(10.5).fillColor(GRAY).text(label, MARGIN, y, { width: LABEL_WIDTH });
    document.fillColor('black').text(value, MARGIN + LABEL_WIDTH, y, { lineGap: 2 });
    document.x = MARGIN;
    document.moveDown(0.35);
  };

  document.font('Helvetica-Bold').fontSize(18).text('Letter of authorization').moveDown(0.3);
  document
    .font('Helvetica')
    .fontSize(11)
    .fillColor(GRAY)
    .text('Text messaging for an existing telephone number');
  document.fillColor('black').moveDown(1.5);
  row('Telephone number', number);
  row('Company', owner.company);
  row('Service address', `${owner.street}\n${owner.city}, ${owner.state} ${owner.postalCode}`);
  document.moveDown();
  for (const text of letterParagraphs(owner.company)) paragraph(text);
  document.moveDown();
  document.font('Times-Italic').fontSize(SIGNATURE_SIZES.largest);
  const natural = document.widthOfString(facts.signature);
  const fitting = Math.floor((SIGNATURE_SIZES.largest * width) / Math.max(natural, width));
  document.fontSize(Math.max(fitting, SIGNATURE_SIZES.smallest)).text(facts.signature);
  const { y } = document;
  document
    .moveTo(MARGIN, y + 2)
    .lineTo(MARGIN + 280, y + 2)
    .lineWidth(0.75)
    .stroke('black');
  document.y = y + 12;
  row('Name', facts.name);
  row('Title', facts.title);
  row('Signed', `${facts.signedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`);
  if (facts.ip !== null) row('From', facts.ip);
  row('Reference', facts.reference);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
