/* Keeps the open page of the outbox as the server would send it now. */

const LOOK_MS = 1000;

async function look() {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of ['list', 'mail']) {
    const [shown, fresh] = [document, now].map((page) => page.getElementById(part));
    // What has not changed stays as it is: where it is scrolled to, what is selected, where the focus is.
    if (shown === null || fresh === null || shown.dataset.version === fresh.dataset.version) continue;
    const focused = shown.contains(document.activeElement) ? document.activeElement?.id : undefined;
    shown.replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus();
  }
  document.title = now.title;
}

async function watch() {
  // The server may be starting again: the next look is soon.
  if (!document.hidden) await look().catch(() => undefined);
  setTimeout(watch, LOOK_MS);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) look().catch(() => undefined);
});
setTimeout(watch, LOOK_MS);
