import { encode, renderSVG } from 'uqr';
import { Failure } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';

interface Poster {
  keyword: string;
  phoneNumber: string;
  companyName: string;
  consentWording: string;
}

/** What the cameras of iPhones and Android phones open as a text that is already written. */
const linkOf = ({ keyword, phoneNumber }: Pick<Poster, 'keyword' | 'phoneNumber'>) =>
  `SMSTO:${phoneNumber}:${keyword}`;

export const drawQr = (poster: Pick<Poster, 'keyword' | 'phoneNumber'>) => renderSVG(linkOf(poster));

const MARGIN = 54;
const QR_POINTS = 230;
const GRAY = '#4a4a4a';
/** What the standard fonts of PDF have: Windows-1252. */
const PRINTABLE = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** One page to print: the word, the number, the code, and everything that carriers want next to them. */
export async function drawPoster(poster: Poster): Promise<Buffer> {
  const { keyword, phoneNumber, companyName, consentWording } = poster;
  const company = companyName.trim();
  const wording = consentWording.replace(/\r\n?/g, '\n');
  if (!PRINTABLE.test(company) || !PRINTABLE.test(wording)) throw new Failure('poster_letters');
  // Large, and needed rarely.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: `Text ${keyword} to ${formatPhone(phoneNumber)}`, Author: company },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const { width: pageWidth, height: pageHeight } = document.page;
  const width = pageWidth - 2 * MARGIN;
  const line = (text: string, largest: number, y: number, font: string) => {
    document.font(font).fontSize(largest);
    const size = Math.floor((largest * width) / Math.max(document.widthOfString(text), width));
    document.fontSize(size).text(text, MARGIN, y, { width, align: 'center', lineBreak: false });
  };
  line(company, 30, 70, 'Helvetica-Bold');
  line('Looking for a job? Text', 24, 140, 'Helvetica');
  line(keyword, 84, 178, 'Helvetica-Bold');
  line(`to ${formatPhone(phoneNumber)}`, 40, 275, 'Helvetica-Bold');
  drawCode(document, linkOf(poster), { x: (pageWidth - QR_POINTS) / 2, y: 340 });
  line('Or scan the code, and send.', 16, 340 + QR_POINTS + 14, 'Helvetica');
  const top = 340 + QR_POINTS + 56;
  const room = pageHeight - MARGIN - top;
  document.font('Helvetica').fillColor(GRAY);
  let size = 11;
  const fits = () => document.fontSize(size).heightOfString(wording, { width }) <= room;
  while (size > 6 && !fits()) size -= 0.5;
  document.fontSize(size).text(wording, MARGIN, top, { width, height: room, align: 'center' });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawCode(document: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const { data, size } = encode(text, { border: 2 });
  const cell = QR_POINTS / size;
  document.fillColor('black');
  data.forEach((row, top) => {
    row.forEach((isDark, left) => {
      if (isDark) document.rect(x + left * cell, y + top * cell, cell, cell);
    });
  });
  document.fill();
}
