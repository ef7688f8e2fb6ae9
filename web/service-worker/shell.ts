/** The build that a worker belongs to. */
export interface Build {
  id: string;
  /** The script that the page of this build begins with. */
  entry: string;
  /** What the inbox and a thread need. */
  files: string[];
}

/** At every address below it is the same page. The worker's scope ends here, so it never sees another page's address. */
const PAGE = '/dashboard';
/** The mark at the top of the menu: no hash in its name. */
const MARK = '/favicon.svg';
const ASSETS = '/assets/';
const CACHES = 'hiretext-';

interface Surroundings {
  build: Build;
  origin: string;
  caches: CacheStorage;
  fetch: typeof fetch;
}

/**
 * The page and its scripts, for when there is no network. While there is one, pages come from it; only files whose name is made
 * of what is in them come from the cache first. Calls, media and everything of a person pass by.
 */
export function createShell({ build, origin, caches, fetch }: Surroundings) {
  const name = CACHES + build.id;
  const open = () => caches.open(name);

  /** The page and its scripts are of one build, or none of them is kept: while servers are updated, some have another one. */
  async function install(): Promise<void> {
    const page = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
    const text = await page.clone().text();
    if (!page.ok || !text.includes(`"${build.entry}"`)) throw new Error('The server has another build');
    const cache = await open();
    await cache.addAll(
      [...build.files, MARK].map((file) => new Request(origin + file, { credentials: 'omit' })),
    );
    await cache.put(PAGE, page);
  }

  async function activate(): Promise<void> {
    const names = await caches.keys();
    await Promise.all(
      names
        .filter((other) => other.startsWith(CACHES) && other !== name)
        .map((other) => caches.delete(other)),
    );
  }

  /** Null for what is none of its business: the browser asks the network, as if there were no worker. */
  function answer(request: Request): Promise<Response> | null {
    const { origin: from, pathname } = new URL(request.url);
    if (request.method !== 'GET' || from !== origin || request.headers.has('authorization')) return null;
    if (request.mode === 'navigate') return isPage(pathname) ? fromNetwork(request, PAGE) : null;
    if (pathname.startsWith(ASSETS)) return fromCache(request);
    return pathname === MARK ? fromNetwork(request, MARK) : null;
  }

  async function fromNetwork(request: Request, path: string): Promise<Response> {
    try {
      return await fetch(request);
    } catch (failure) {
      const kept = await (await open()).match(path);
      if (kept) return kept;
      throw failure;
    }
  }

  async function fromCache(request: Request): Promise<Response> {
    const cache = await open();
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const response = await fetch(request);
    // A full disk costs no one the file itself.
    if (response.status === 200) void cache.put(request.url, response.clone()).catch(() => {});
    return response;
  }

  /** The way to get rid of it: a server without its script. Browsers themselves would go on with the last one they had. */
  async function isGone(script: string): Promise<boolean> {
    const status = await fetch(script, { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
      (response) => response.status,
      () => 0,
    );
    if (status !== 404 && status !== 410) return false;
    for (const each of await caches.keys()) if (each.startsWith(CACHES)) await caches.delete(each);
    return true;
  }

  return { install, activate, answer, isGone };
}

const isPage = (path: string): boolean => path === PAGE || path.startsWith(`${PAGE}/`);
