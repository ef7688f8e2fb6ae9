import { totalOf } from './rules.ts';
import type { Customer, Invoice } from './store.ts';

const MARGIN = 54;
const GRAY = '#555555';
const AMOUNT_WIDTH = 110;

/** The same bytes for the same invoice, however often it is drawn. */
export async function drawInvoice(
  invoice: Invoice,
  customer: Pick<Customer, 'name' | 'email'>,
): Promise<Buffer> {
  // Large, and needed now and then.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: 'Hiretext',
      CreationDate: invoice.createdAt,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });

  const money = (cents: number) => formatCents(cents, invoice.currency);
  const width = document.page.width - 2 * MARGIN;
  const row = (left: string, right: string, font = 'Helvetica') => {
    document.font(font).fontSize(10.5);
    const height = document.heightOfString(left, { width: width - AMOUNT_WIDTH });
    if (document.y + height > document.page.maxY()) document.addPage();
    const { y } = document;
    document.text(right, MARGIN + width - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
    document.text(left, MARGIN, y, { width: width - AMOUNT_WIDTH });
    document.moveDown(0.4);
  };
  const fact = (label: string, value: string) => {
    document.font('Helvetica').fontSize(10.5);
    document.fillColor(GRAY).text(`${label}: `, { continued: true }).fillColor('black').text(value);
  };

  document.font('Helvetica-Bold').fontSize(18).text(`Invoice ${invoice.number}`).moveDown(0.3);
  document
    .font('Helvetica')
    .fontSize(10.5)
    .fillColor(GRAY)
    .text('From the sandbox. Nothing was charged.')
    .fillColor('black')
    .moveDown();
  fact('From', 'Hiretext');
  fact('To', `${customer.name} (${customer.email})`);
  fact('Date', formatDate(invoice.createdAt));
  if (invoice.dueAt !== null) fact('Due', formatDate(invoice.dueAt));
  fact('Status', invoice.paidAt === null ? invoice.status : `paid on ${formatDate(invoice.paidAt)}`);
  document.moveDown(1.5);
  for (const { description, amountCents } of invoice.lines) row(description, money(amountCents));
  const { y } = document;
  document
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.75)
    .stroke('black');
  document.y = y + 8;
  row('Total', money(totalOf(invoice.lines)));
  if (invoice.creditCents > 0) row('Credit from before', money(-invoice.creditCents));
  if (invoice.creditCents < 0) row('Credit for the next invoice', money(-invoice.creditCents));
  row('Amount due', money(invoice.amountCents), 'Helvetica-Bold');
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function formatCents(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function formatDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
