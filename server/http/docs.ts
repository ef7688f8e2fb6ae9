import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../contract/api.ts';
import { openApi } from './openapi.ts';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SHOWN = ['swagger-ui-bundle.js', 'swagger-ui.css'].map((file) => `/${file}`);

/** No inline scripts: the content security policy lets none of those run. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hiretext API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${API_BASE}/docs/swagger-ui.css">
<link rel="stylesheet" href="${API_BASE}/docs/page.css">
</head>
<body>
<main id="reference" data-url="${API_BASE}/openapi.json"></main>
<script src="${API_BASE}/docs/swagger-ui-bundle.js"></script>
<script src="${API_BASE}/docs/page.js"></script>
</body>
</html>`;

/** What we add to Swagger UI. */
const OWN = { 'page.js': 'text/javascript', 'page.css': 'text/css' };

/**
 * The API reference, for programs (`/v1/openapi.json`) and for people (`/v1/docs`, drawn from it by Swagger UI). The document is
 * made when someone first asks: most processes are never asked, and it is a megabyte.
 */
export async function docsRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  let made: string | undefined;
  app.get(`${API_BASE}/openapi.json`, (_request, reply) => {
    made ??= JSON.stringify(openApi(publicUrl));
    return reply.type('application/json; charset=utf-8').send(made);
  });
  app.get(`${API_BASE}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  for (const [file, type] of Object.entries(OWN)) {
    const content = readFileSync(join(import.meta.dirname, 'reference', file), 'utf8');
    app.get(`${API_BASE}/docs/${file}`, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(content),
    );
  }
  await app.register(fastifyStatic, {
    root: SWAGGER_UI,
    prefix: `${API_BASE}/docs/`,
    decorateReply: false,
    allowedPath: (path) => SHOWN.includes(path),
  });
}
