import type { Variables } from './variables.ts';

export interface TraceSettings {
  /** Of the collector, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** Of all traces, those that are kept. */
  share: number;
}

/** By the standard names of OpenTelemetry. Null: there are no traces. */
export function readTraces(variables: Variables, sentences: string[]): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: list = '' } = variables;
  if (endpoint === undefined) return null;
  const pairs = list
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair));
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    if (pair === null)
      sentences.push("OTEL_EXPORTER_OTLP_HEADERS isn't valid. Use name=value, separated by commas.");
    else headers[pair[1] ?? ''] = decoded(pair[2] ?? '');
  }
  return { endpoint: endpoint.replace(/\/+$/, ''), headers, share: variables.OTEL_TRACES_SAMPLER_ARG };
}

/** The standard wants values percent-encoded, and many write them as they are. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
