import { z } from 'zod';

/* What an API key may do. A row of the route table names the one that opens it; without one, no key can call it. */

export const Scope = z.enum([
  'candidates:read',
  'candidates:write',
  'conversations:read',
  'conversations:write',
  'texts:read',
  'texts:send',
  'texts:propose',
  'templates:read',
  'templates:write',
  'consent:read',
  'consent:write',
  'numbers:read',
  'analytics:read',
  'webhooks:manage',
  'export:read',
]);
export type Scope = z.infer<typeof Scope>;

/** What the tools of MCP can use. */
export const MCP_SCOPES: readonly Scope[] = [
  'candidates:read',
  'conversations:read',
  'conversations:write',
  'texts:read',
  'texts:propose',
  'templates:read',
];
