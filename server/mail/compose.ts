import { escapeHtml } from '../adapters/mail/port.ts';

export interface Composed {
  subject: string;
  text: string;
  html: string;
}

interface MailParts {
  subject: string;
  /** Plain text; names of people and companies may be in it as they are. */
  paragraphs: string[];
  /** To be typed or copied. */
  code?: string;
  button?: { label: string; url: string };
  footnote?: string;
}

/** One mail of ours: calm, readable on a narrow phone and in the dark, and the same words as plain text. */
export function compose(parts: MailParts): Composed {
  const { subject, paragraphs, code, button, footnote } = clean(parts);
  if (button !== undefined && !/^https?:\/\//.test(button.url))
    throw new Error('A button leads to a web address');
  return {
    subject,
    text: [
      ...paragraphs,
      ...(code === undefined ? [] : [code]),
      ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
      ...(footnote === undefined ? [] : [footnote]),
      'Hiretext',
    ].join('\n\n'),
    html: page(
      subject,
      paragraphs[0] ?? '',
      [
        heading(subject),
        ...paragraphs.map(paragraph),
        ...(code === undefined ? [] : [codeBox(code)]),
        ...(button === undefined ? [] : [buttonTo(button)]),
        ...(footnote === undefined ? [] : [note(footnote)]),
      ].join('\n'),
    ),
  };
}

/** Line ends, which a name could fake a paragraph or a header with, and marks that turn the order of what follows around. */
const TROUBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

function clean(parts: MailParts): MailParts {
  const oneLine = (text: string) => text.replace(TROUBLE, ' ').trim();
  return {
    subject: oneLine(parts.subject),
    paragraphs: parts.paragraphs.map(oneLine),
    ...(parts.code === undefined ? {} : { code: oneLine(parts.code) }),
    ...(parts.button === undefined
      ? {}
      : { button: { label: oneLine(parts.button.label), url: new URL(parts.button.url).href } }),
    ...(parts.footnote === undefined ? {} : { footnote: oneLine(parts.footnote) }),
  };
}

const SANS = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

/*
 * Many mail programs know nothing but styles on the elements themselves; the style sheet only adds the dark. Those that
 * turn colors around on their own find no picture and no background that would be left behind.
 */
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111317!important}
.card{background:#16181d!important;border-color:#2b2f39!important}
.ink{color:#e8e9ed!important}
.soft{color:#a3a8b4!important}
.name{color:#a4aaf2!important}
.code{background:#21242c!important;border-color:#383d48!important}
.rule{border-color:#2b2f39!important}
.link{color:#a4aaf2!important}
}
@media (max-width:420px){.card{padding:24px 20px!important}}`;

function page(title: string, preview: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(title)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1f2f5;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div class="page" style="padding:32px 12px;background:#f1f2f5;font-family:${SANS};font-size:16px;line-height:1.5">
<div class="card" style="max-width:440px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e6e8ec;border-radius:12px">
<p class="name" style="margin:0 0 24px;font-size:15px;font-weight:700;letter-spacing:-0.01em;color:#434bbd">Hiretext</p>
${content}
</div>
</div>
</body>
</html>`;
}

function heading(text: string): string {
  return `<h1 class="ink" style="margin:0 0 12px;font-size:20px;line-height:1.3;font-weight:600;color:#1b1f28;overflow-wrap:anywhere">${escapeHtml(text)}</h1>`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;color:#333a47;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

/** A tap or a double click takes all of it, and nothing else. */
function codeBox(code: string): string {
  return `<p class="ink code" style="margin:24px 0;padding:16px 8px;background:#f8f9fb;border:1px solid #e6e8ec;border-radius:8px;font-family:${MONO};font-size:32px;line-height:1.25;font-weight:600;letter-spacing:6px;text-indent:6px;text-align:center;color:#1b1f28;overflow-wrap:anywhere;-webkit-user-select:all;user-select:all">${escapeHtml(code)}</p>`;
}

function buttonTo({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${address}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 24px;background:#5059d6;border-radius:8px;font-weight:600;line-height:1.25;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0;font-size:13px;color:#626b7a">If the button doesn't work, open this address:<br><a class="link" href="${address}" target="_blank" rel="noopener" style="color:#434bbd;word-break:break-all">${address}</a></p>`;
}

function note(text: string): string {
  return `<p class="soft rule" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e6e8ec;font-size:13px;color:#626b7a;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}
