import type { FastifyInstance } from 'fastify';
import { failures } from '../../contract/failure.ts';
import type { Route } from '../../contract/route.ts';
import { API_BASE, routes } from '../../contract/routes.ts';
import { openApi } from './openapi.ts';

/**
 * The API reference, for programs and for people. Both are made from the route table, so both are always true. Made when
 * somebody first asks: most processes are never asked, and it is a megabyte.
 */
export function docsRoutes(app: FastifyInstance, publicUrl: string): void {
  let made: string | undefined;
  const document = () => {
    made ??= JSON.stringify(openApi(publicUrl));
    return made;
  };
  let page: string | undefined;
  app.get(`${API_BASE}/openapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get(`${API_BASE}/docs`, (_request, reply) => {
    page ??= docsPage(JSON.parse(document()));
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

interface Operation {
  summary: string;
  /** Who may call it, where not everybody may. */
  description?: string;
  parameters: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

function docsPage(document: {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
}): string {
  const entries = (Object.entries(routes) as [string, Route][]).map(([name, route]) => ({
    name,
    route,
    operation: document.paths[API_BASE + route.path]?.[route.method.toLowerCase()],
  }));
  const groups = Map.groupBy(entries, (entry) => entry.route.path.split('/')[1] ?? '');
  const body = [...groups]
    .map(
      ([group, of]) =>
        `<section><h2 id="${toHtml(group)}">${toHtml(group)}</h2>${of
          .map(({ name, route, operation }) => (operation ? article(name, route, operation) : ''))
          .join('')}</section>`,
    )
    .join('');
  const contents = [...groups.keys()]
    .map((group) => `<a href="#${toHtml(group)}">${toHtml(group)}</a>`)
    .join(' ');
  const codes = Object.entries(failures)
    .map(
      ([code, { status, message }]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${toHtml(message)}</td></tr>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(document.info.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${toHtml(document.info.title)}</h1><p>${toHtml(document.info.description)}</p>
<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1). Errors are <code>{ message, code, details?, requestId }</code>; see <a href="#failures">all codes</a>.</p>
<nav>${contents}</nav>${body}
<section><h2 id="failures">Failures</h2><div class="wide"><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>${codes}</table></div></section>
</main></body></html>`;
}

function article(name: string, route: Route, operation: Operation): string {
  const parameters = operation.parameters
    .map(
      (each) =>
        `<li><code>${toHtml(each.name)}</code> (${each.in}${each.required ? '' : ', optional'})${each.description ? `: ${toHtml(each.description)}` : ''}</li>`,
    )
    .join('');
  const body = operation.requestBody && schemaOf(operation.requestBody.content);
  const success = operation.responses[String(route.status ?? 200)];
  return `<article id="${toHtml(name)}"><h3><b>${route.method}</b> <code>${toHtml(API_BASE + route.path)}</code></h3>
<p>${toHtml(operation.summary)}${operation.description ? ` ${toHtml(operation.description)}` : ''}${route.auth === 'none' ? ' <em>No sign-in needed.</em>' : ''}</p>
${parameters ? `<ul>${parameters}</ul>` : ''}
${body ? `<details><summary>Body</summary><pre>${body}</pre></details>` : ''}
${success ? `<details><summary>Reply ${route.status ?? 200}</summary><pre>${schemaOf(success.content)}</pre></details>` : ''}</article>`;
}

function schemaOf(content: Record<string, { schema: object }>): string {
  const [type, media] = Object.entries(content)[0] ?? [];
  return toHtml(`${type}\n${JSON.stringify(media?.schema, null, 2)}`);
}

function toHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}main{max-width:56rem;margin:0 auto;padding:1.5rem}
h2{margin-top:2.5rem;text-transform:capitalize}h3{margin:1.5rem 0 .25rem;font-size:1rem;overflow-wrap:anywhere}p{margin:.25rem 0 .5rem}
nav{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px;font-size:13px}
.wide{overflow-x:auto}table{border-collapse:collapse}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}summary{cursor:pointer}`;
