import { escapeHtml } from '../port.ts';
import type { KeptMail } from './outbox.ts';

/** The whole mailbox as one page, without a build: the list, and beside it the mail that was picked. */
export function outboxPage(mails: KeptMail[], pickedId: string | undefined): string {
  const picked = mails.find(({ id }) => id === pickedId);
  const newest = mails[0]?.id ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${picked === undefined ? 'Outbox' : escapeHtml(picked.subject)} · Hiretext</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
<script type="module" src="/outbox/refresh.js"></script>
</head>
<body class="${pickedId === undefined ? 'choosing' : 'reading'}">
<header><h1><a href="/outbox">Outbox</a></h1><p>Emails from local mode end up here. No one else gets them.</p></header>
<nav id="list" aria-label="Emails" data-version="${escapeHtml(`${newest} ${pickedId ?? ''}`)}">
${mails.length === 0 ? '<p class="empty">No emails yet. Sign up, or reset your password.</p>' : ''}
${mails.map((mail) => row(mail, mail === picked)).join('\n')}
</nav>
<main id="mail" data-version="${escapeHtml(picked?.id ?? '')}">
${picked === undefined ? nothingPicked(pickedId, mails.length) : shown(picked)}
</main>
</body>
</html>`;
}

function nothingPicked(pickedId: string | undefined, count: number): string {
  if (pickedId !== undefined)
    return '<p class="empty">This email is no longer among the latest. <a href="/outbox">All emails</a></p>';
  return count === 0 ? '' : '<p class="empty">Choose an email to read.</p>';
}

function row({ id, to, subject, sentAt }: KeptMail, isPicked: boolean): string {
  return `<a id="mail-${escapeHtml(id)}" href="/outbox?mail=${escapeHtml(id)}"${isPicked ? ' aria-current="true"' : ''}>
<span class="to">${escapeHtml(to)}</span><time datetime="${sentAt.toISOString()}">${timeOf(sentAt)}</time>
<span class="subject">${escapeHtml(subject)}</span></a>`;
}

/** The mail runs nothing and reaches nothing; its links open beside this page. */
function shown({ to, replyTo, subject, sentAt, text, html }: KeptMail): string {
  return `<div class="about">
<a class="back" href="/outbox">All emails</a>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}${replyTo === undefined ? '' : `, replies to ${escapeHtml(replyTo)}`}, <time datetime="${sentAt.toISOString()}">${timeOf(sentAt)}</time></p>
</div>
<div class="parts">
<section aria-label="As HTML"><h3>HTML</h3>
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(html)}"></iframe></section>
<section aria-label="As text"><h3>Text</h3><pre tabindex="0">${escapeHtml(text)}</pre></section>
</div>`;
}

/** This machine's own time: the page is only ever looked at from here. */
function timeOf(date: Date): string {
  return date.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });
}

const STYLE = `
:root{color-scheme:light dark;--back:#f1f2f5;--front:#fff;--rule:#e6e8ec;--ink:#1b1f28;--soft:#626b7a;--accent:#434bbd;--picked:#e2e4fd}
@media(prefers-color-scheme:dark){:root{--back:#111317;--front:#16181d;--rule:#2b2f39;--ink:#e8e9ed;--soft:#a3a8b4;--accent:#a4aaf2;--picked:#2b2f39}}
*{box-sizing:border-box}
body{margin:0;height:100dvh;display:grid;grid-template:auto 1fr/minmax(280px,360px) 1fr;background:var(--back);color:var(--ink);font:14px/1.5 Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
header{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:0 16px;align-items:baseline;padding:12px 20px;background:var(--front);border-bottom:1px solid var(--rule)}
h1{margin:0;font-size:18px}h1 a{color:inherit;text-decoration:none}
header p,.about p,.empty{margin:0;color:var(--soft)}
h2{margin:0;font-size:18px;line-height:1.3;overflow-wrap:anywhere}
h3{margin:0 0 8px;font-size:13px;font-weight:600;color:var(--soft)}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.empty{padding:20px}
nav{overflow-y:auto;background:var(--front);border-right:1px solid var(--rule)}
nav a{display:grid;grid-template-columns:1fr auto;gap:0 12px;padding:12px 20px;border-bottom:1px solid var(--rule);color:inherit;text-decoration:none}
nav a:hover{background:var(--back)}nav a[aria-current]{background:var(--picked)}
nav time{color:var(--soft);font-size:12px;line-height:1.75;white-space:nowrap}
.to{color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.subject{grid-column:1/-1;font-weight:600;overflow-wrap:anywhere}
main{display:flex;flex-direction:column;min-width:0;min-height:0}
.about{padding:20px}
.back{display:none;margin-bottom:8px}
.parts{flex:1;display:grid;grid-template:minmax(0,1fr)/minmax(0,3fr) minmax(0,2fr);gap:20px;padding:0 20px 20px;min-height:0}
.parts section{display:flex;flex-direction:column;min-height:0}
iframe,pre{flex:1;width:100%;margin:0;border:1px solid var(--rule);border-radius:8px;background:var(--front)}
pre{overflow:auto;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media(max-width:1000px){.parts{grid-template:minmax(480px,1fr) auto/minmax(0,1fr)}main{overflow-y:auto}}
@media(max-width:700px){
body{display:block;height:auto;min-height:100dvh}
nav{border:0}.choosing main,.reading nav{display:none}
.back{display:inline-block}
.parts{display:block;padding:0 12px 12px}.parts section+section{margin-top:20px}.about{padding:16px 12px}
iframe{flex:none;height:560px}
}`;
