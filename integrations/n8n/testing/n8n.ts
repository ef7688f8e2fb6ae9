import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type {
  ICredentialType,
  IDataObject,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
} from 'n8n-workflow';

/*
 * What n8n does around a node, as far as ours need it. Loading by package.json, defaults, required fields, expressions, static data and
 * errors are n8n's own code (n8n-workflow). What is in n8n-core is played here: it sends requests, and calls the node's functions.
 */

export const root = join(import.meta.dirname, '../n8n-nodes-hiretext');
const load = createRequire(import.meta.url);
/** The same one that the nodes have, with its errors. */
const { NodeHelpers, Workflow } = load('n8n-workflow') as typeof import('n8n-workflow');

/** As n8n does: the class is named like its file. */
function make<Made>(path: string): Made {
  const [name = ''] = basename(path).split('.');
  return new (load(join(root, path))[name])();
}

export function loadPackage() {
  const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  const nodes = n8n.nodes.map((path) => make<INodeType>(path));
  const credentials = n8n.credentials.map((path) => make<ICredentialType>(path));
  return { nodes, credentials };
}

type Keys = { baseUrl: string; apiKey: string };
type Delivery = { headers: IncomingHttpHeaders; body: string };

export function startN8n(keys: Keys) {
  const { nodes, credentials } = loadPackage();
  const typeOf = (name: string) => {
    const type = nodes.find(({ description }) => description.name === name);
    if (type === undefined) throw new Error(`There is no node "${name}"`);
    return type;
  };
  const credential = credentials[0] as ICredentialType;

  /** A workflow with one node, as people set it up. */
  function open(name: string, parameters: INodeParameters) {
    const type = typeOf(name);
    const { displayName, name: typeName } = type.description;
    const node: INode = {
      id: 'n1',
      name: displayName,
      type: typeName,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    };
    const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
    const workflow = new Workflow({
      id: 'w1',
      name: 'Ours',
      nodes: [node],
      connections: {},
      active: true,
      nodeTypes,
    });

    const resolved = (value: unknown) =>
      workflow.expression.getSimpleParameterValue(node, value as string, 'internal', { $credentials: keys });

    /** With the key where the credential puts it. */
    async function request(options: IHttpRequestOptions) {
      const authenticate = credential.authenticate as { properties: { headers: IDataObject } };
      const withKey = Object.entries(authenticate.properties.headers).map(([header, value]) => [
        header,
        resolved(value),
      ]);
      const url = new URL(options.url, options.baseURL && `${options.baseURL}/`);
      for (const [key, value] of Object.entries(options.qs ?? {})) url.searchParams.set(key, String(value));
      const response = await fetch(url, {
        method: options.method ?? 'GET',
        redirect: options.disableFollowRedirect ? 'manual' : 'follow',
        headers: {
          ...(options.headers as Record<string, string>),
          ...Object.fromEntries(withKey),
          ...(options.body && { 'content-type': 'application/json' }),
        },
        ...(options.body && { body: JSON.stringify(options.body) }),
      });
      const body = await response.json().catch(() => undefined);
      if (!response.ok && !options.ignoreHttpStatusErrors) throw new Error(`Status ${response.status}`);
      return options.returnFullResponse ? { statusCode: response.status, body } : body;
    }

    /** What each function of a node gets as `this`. */
    const context = (items: INodeExecutionData[], itself: object = {}) => ({
      getNode: () => node,
      getWorkflow: () => ({ id: workflow.id, name: workflow.name, active: true }),
      getWorkflowStaticData: (kind: string) => workflow.getStaticData(kind, node),
      getInputData: () => items,
      getCredentials: () => Promise.resolve(keys),
      getNodeParameter(path: string, item: unknown, fallback?: unknown) {
        const value = node.parameters[path] ?? fallback;
        const index = typeof item === 'number' ? item : 0;
        return workflow.expression.getParameterValue(
          value as string,
          null,
          0,
          index,
          node.name,
          items,
          'manual',
          {},
        );
      },
      continueOnFail: () => node.onError === 'continueRegularOutput',
      helpers: {
        httpRequestWithAuthentication: (_name: string, options: IHttpRequestOptions) => request(options),
        returnJsonArray: (data: IDataObject[]) => data.map((json) => ({ json })),
      },
      ...itself,
    });
    return { node, type, workflow, context, request, resolved };
  }

  /** What the editor shows in red. */
  function issues(name: string, parameters: INodeParameters) {
    const { node, type } = open(name, parameters);
    const found = NodeHelpers.getNodeParametersIssues(type.description.properties, node, type.description);
    return Object.keys(found?.parameters ?? {});
  }

  async function run(
    parameters: INodeParameters,
    {
      items = [{ json: {} }],
      onError,
    }: { items?: INodeExecutionData[]; onError?: 'continueRegularOutput' } = {},
  ) {
    const { node, type, context } = open('hiretext', parameters);
    if (onError) node.onError = onError;
    const [output] = ((await type.execute?.call(context(items) as never)) ?? []) as INodeExecutionData[][];
    return output ?? [];
  }

  function listTemplates() {
    const { type, context } = open('hiretext', {});
    return type.methods?.loadOptions?.getTemplates?.call(context([]) as never);
  }

  /** The button of the credential. */
  function testCredential() {
    const { resolved, request } = open('hiretext', {});
    const { baseURL, url } = credential.test?.request ?? {};
    return request({ url: `${resolved(baseURL)}${resolved(url)}` });
  }

  /** A workflow that a trigger starts, at an address of n8n. */
  function openTrigger(events: string[], address: string) {
    const { type, context, workflow, node } = open('hiretextTrigger', { events });
    const hook = context([], { getNodeWebhookUrl: () => address }) as never;
    const { checkExists, create, delete: remove } = type.webhookMethods?.default ?? {};

    const deliver = async ({ headers, body }: Delivery) => {
      const answer = { status: 200 };
      const response = {
        status(status: number) {
          answer.status = status;
          return response;
        },
        json: () => response,
      };
      const parts = {
        getRequestObject: () => ({ headers, rawBody: Buffer.from(body) }),
        getHeaderData: () => headers,
        getBodyData: () => JSON.parse(body),
        getResponseObject: () => response,
      };
      const { workflowData } = (await type.webhook?.call(context([], parts) as never)) ?? {};
      return { status: answer.status, started: workflowData?.[0]?.map(({ json }) => json) ?? null };
    };
    return {
      deliver,
      kept: () => workflow.getStaticData('node', node),
      /** As n8n does when a workflow is turned on, and when n8n starts with it on. */
      turnOn: async () => (await checkExists?.call(hook)) || (await create?.call(hook)),
      isOn: () => checkExists?.call(hook),
      turnOff: () => remove?.call(hook),
    };
  }

  return { issues, run, listTemplates, testCredential, openTrigger };
}
export type N8n = ReturnType<typeof startN8n>;
