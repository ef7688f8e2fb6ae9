import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { freePort } from './free-port.ts';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const SpanShape = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  links: z.array(z.object({ traceId: z.string() })),
});
export type CollectedSpan = z.infer<typeof SpanShape>;

const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SpanShape) })) })),
});

/** What takes traces over OTLP. While `isHanging`, it takes connections and never answers. */
export async function startFakeCollector() {
  const state = {
    spans: [] as CollectedSpan[],
    bodies: [] as string[],
    headers: [] as unknown[],
    isHanging: false,
  };
  const server = createServer(async (request, response) => {
    if (state.isHanging) return;
    const body = await text(request);
    state.bodies.push(body);
    state.headers.push(request.headers);
    const { resourceSpans } = Export.parse(JSON.parse(body));
    state.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, state, stop };
}
