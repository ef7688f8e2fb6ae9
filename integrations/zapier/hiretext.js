/** Where Hiretext is: set with `zapier env:set`. */
export const baseUrl = () => (process.env.BASE_URL ?? '').replace(/\/$/, '');

export const apiUrl = (path) => `${baseUrl()}/v1${path}`;

/** Only Hiretext gets the token. */
export function withToken(request, _z, bundle) {
  const token = bundle.authData?.access_token;
  if (token && request.url.startsWith(apiUrl('/')) && !request.headers.Authorization)
    request.headers.Authorization = `Bearer ${token}`;
  return request;
}

/** People read our sentences, at the field where there is one. A token that is over is refreshed. */
export function explainFailure(response, z) {
  const { status } = response;
  if (status < 400 || !response.request.url.startsWith(apiUrl('/'))) return response;
  if (status === 401) throw new z.errors.RefreshAuthError();
  const { message = 'Hiretext could not be reached.', code = 'unknown', details } = bodyOf(response);
  const [[field, [sentence] = []] = []] = Object.entries(details?.fields ?? {});
  const words = sentence ? `${sentence} (${field})` : message;
  if (status === 429)
    throw new z.errors.ThrottledError(words, Number(response.getHeader('retry-after') ?? 60));
  throw new z.errors.Error(words, code, status);
}

function bodyOf(response) {
  try {
    return JSON.parse(response.content);
  } catch {
    return {};
  }
}

/** The body is written here: Zapier's library would empty merge attributes, e.g. {{candidate.firstName}}, in an object. */
export async function ask(z, path, { body, headers, ...options } = {}) {
  const { data } = await z.request({
    url: apiUrl(path),
    headers: { accept: 'application/json', ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...options,
  });
  return data;
}
