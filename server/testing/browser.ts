/** As much of a browser as following links takes: cookies by host, redirects one by one. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>();

  async function go(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Where this leads, one step on. */
  async function next(url: string, init?: RequestInit): Promise<string> {
    const response = await go(url, init);
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${url} leads nowhere: ${response.status} ${await response.text()}`);
    return new URL(location, url).href;
  }

  return { go, next };
}

export type Browser = ReturnType<typeof createBrowser>;
