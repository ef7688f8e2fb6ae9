/**
 * The server gives absolute addresses, at its public URL, which carriers need too. The page may be open at another name
 * of the same server (localhost, Vite's port), and shows pictures of its own origin only.
 */
export function sameOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  return pathname + search;
}
