import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readEnvironment } from '../../server/environment.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Returns the metric names in a text, without the suffixes that Prometheus adds to histograms. */
const metricsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bhaversack_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
];

const code = read('server/metrics.ts');
const known = new Set([
  ...metricsIn(code),
  ...[...code.matchAll(/gauge\('([a-z_]+)'/g)].map(([, name]) => `haversack_${name}`),
]);

describe('metrics in the deployment files', () => {
  it.each(['deploy/alerts.yaml', 'deploy/dashboard.json'])('%s uses only metrics that the server exports', (file) => {
    const used = metricsIn(read(file));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('the alert rules have a name, an expression, a severity and a summary', () => {
    const Rule = z.strictObject({
      alert: z.string().regex(/^Haversack[A-Za-z]+$/),
      expr: z.string().min(5),
      for: z
        .string()
        .regex(/^\d+[smh]$/)
        .optional(),
      labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
      annotations: z.strictObject({ summary: z.string().min(10) }),
    });
    const Rules = z.strictObject({
      groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule).min(5) })).min(1),
    });
    expect(Rules.safeParse(parse(read('deploy/alerts.yaml'))).error).toBeUndefined();
  });

  it('each dashboard panel has a query and its own id and position', () => {
    const { panels } = JSON.parse(read('deploy/dashboard.json')) as {
      panels: { id: number; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
    expect(panels.flatMap(({ targets }) => targets).every(({ expr }) => expr.length > 5)).toBe(true);
  });
});

describe('settings of a database machine', () => {
  const { bootstrap, postgresql } = parse(read('deploy/patroni.yaml')) as {
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean } };
    postgresql: { pg_hba: string[] };
  };

  it('the database reports a write as stored only after a second machine has it', () => {
    expect(bootstrap.dcs.synchronous_mode).toBe(true);
  });

  it('a database primary gets enough time to reach etcd before another machine replaces it', () => {
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
  });

  it('the database requires a password for every connection', () => {
    expect(postgresql.pg_hba.every((line) => line.endsWith('scram-sha-256'))).toBe(true);
  });
});

describe('the server image', () => {
  const lines = read('deploy/Dockerfile').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));

  it('the server image is built from pinned base images and runs unprivileged with a health check', () => {
    expect(stages).toEqual([expect.stringMatching(/ AS build$/), expect.not.stringContaining(' AS ')]);
    const lastStage = lines.slice(lines.lastIndexOf(stages[1]!));
    expect(lastStage.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(lastStage.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
      lastStage.findIndex((line) => line.startsWith('CMD ')),
    );
    expect(lastStage.join('\n')).toMatch(/HEALTHCHECK [^]*healthz/);
    expect(stages.join()).not.toMatch(/:latest|FROM [^:]+( |$)/);
  });

  it('the server image contains only the assembled folder, without the build tools', () => {
    const copyLines = lines.slice(lines.lastIndexOf(stages[1]!)).filter((line) => line.startsWith('COPY '));
    expect(copyLines.map((line) => line.replace(/--chown=\S+ /, ''))).toEqual([
      'COPY --from=build /app /app',
      'COPY --from=build /data /data',
    ]);
  });
});

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
  periodSeconds: z.int().min(1),
  failureThreshold: z.int().min(1),
});

const names = z.strictObject({ app: z.literal('haversack') });
const meta = z.strictObject({ name: z.string(), labels: names.optional() });
const label = z.strictObject({ matchLabels: names });

const Container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/:\d+\.\d+\.\d+$/),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
  startupProbe: Probe,
  readinessProbe: Probe,
  livenessProbe: Probe,
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});

const Pod = z.strictObject({
  metadata: z.strictObject({ labels: names, annotations: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    terminationGracePeriodSeconds: z.int().min(10),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int().min(1),
      fsGroup: z.int(),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.array(Container).length(1),
    volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
  }),
});

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: meta,
  spec: z.strictObject({
    replicas: z.int().min(2),
    selector: label,
    strategy: z.strictObject({
      type: z.literal('RollingUpdate'),
      rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.int().min(1) }),
    }),
    template: Pod,
  }),
});

/** The part of the Kubernetes schema that the manifest uses. A misspelt field is an error. */
const Manifest = z.tuple([
  Deployment,
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata: meta,
    spec: z.strictObject({
      selector: names,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal('http') })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata: meta,
    spec: z.strictObject({ minAvailable: z.int().min(1), selector: label }),
  }),
]);

it('the Kubernetes manifest has probes, a rolling update, a read-only root, and only valid fields', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS() as unknown);
  expect(Manifest.safeParse(documents).error).toBeUndefined();
});

describe('settings in the deployment files', () => {
  const secret = 'x'.repeat(32);
  const documented = new Set([...read('README.md').matchAll(/`([A-Z][A-Z0-9_]{2,})`/g)].map(([, name]) => name));

  it('the compose file sets only documented variables, and only values that the server accepts', () => {
    const { services, networks } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string>; read_only?: boolean }>;
      networks: { default: { ipam: { config: [{ subnet: string }] } } };
    };
    const { environment, read_only } = services['server1']!;
    expect(Object.keys(environment).filter((name) => !documented.has(name))).toEqual([]);
    const variables = {
      PUBLIC_URL: 'https://haversack.example',
      SECRET_KEY: secret,
      POSTGRES_PASSWORD: 'p',
      S3_SECRET: 's',
    };
    const environmentWithValues = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?\}/g, (_, variable: keyof typeof variables) => variables[variable]),
    ]);
    expect(readEnvironment(Object.fromEntries(environmentWithValues) as Record<string, string>)).toMatchObject({
      ...{ demo: false, drain_ms: 3000, metrics_port: 9090 },
      database_url: 'postgres://haversack:p@pooler:6432/haversack',
      direct_url: 'postgres://haversack:p@database:5432/haversack',
      files: { target: 's3', s3: { origin: 'http://files:8333', bucket: 'haversack', secret: 's' } },
      // Without this setting, all clients of HAProxy would share one limit.
      trusted_proxies: [networks.default.ipam.config[0].subnet],
    });
    expect(read_only).toBe(true);
  });

  it("every setting in the guide's example is documented, and the server accepts the example as systemd parses it", () => {
    const [, block = ''] = /`\/etc\/haversack\.env`:\s+```\n([^]*?)```/.exec(read('docs/operations.md')) ?? [];
    const lines = block.split('\n').map((line) => line.trim());
    // A comment must be on a line of its own, because systemd would treat it as part of the value.
    const entries = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => /^(\w+)=(.*)$/.exec(line)!);
    expect(entries.map(([, name]) => name!).filter((name) => !documented.has(name))).toEqual([]);
    const given = Object.fromEntries(entries.map(([, name, value]) => [name, value || secret]));
    expect(readEnvironment(given)).toMatchObject({ demo: false, secret_key: secret, drain_ms: 3000 });
  });

  it('every server command and every npm script that the guide names exists', () => {
    const guide = read('docs/operations.md');
    const usedCommands = [...guide.matchAll(/dist\/server\/main\.js ([a-z-]+)/g)].map(([, name]) => name);
    const commands = [...read('server/main.ts').matchAll(/command === '([a-z-]+)'/g)].map(([, name]) => name);
    expect(usedCommands).toContain('migrate');
    expect(usedCommands.filter((name) => !commands.includes(name))).toEqual([]);
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const usedScripts = [...guide.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!);
    expect(usedScripts.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('the Kubernetes manifest sets only documented variables, and only values that the server accepts', () => {
    const [deployment] = parseAllDocuments(read('deploy/kubernetes.yaml'));
    const { env } = Deployment.parse(deployment?.toJS()).spec.template.spec.containers[0]!;
    expect(env.map(({ name }) => name).filter((name) => !documented.has(name))).toEqual([]);
    const secrets = { SECRET_KEY: secret, DATABASE_URL: 'postgres://database/haversack' };
    const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const expected = { drain_ms: 5000, metrics_port: 9090, trusted_proxies: ['10.0.0.0/8'] };
    expect(readEnvironment({ ...secrets, ...given })).toMatchObject(expected);
  });

  it('the systemd unit starts the assembled server, and gives it at least ten seconds to drain and stop', () => {
    const unit = read('deploy/haversack.service');
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThanOrEqual(10);
    expect(unit).toMatch(/ExecStart=\S+ dist\/server\/main\.js/);
  });

  it.each(['deploy/haproxy.cfg', 'deploy/nginx.conf'])(
    '%s overwrites an X-Forwarded-For header that the client has sent',
    (file) => {
      expect(read(file)).toMatch(/set.header X-Forwarded-For (%\[src\]|\$remote_addr)/);
    },
  );

  it.each(['deploy/haproxy.cfg', 'deploy/nginx.conf'])(
    '%s leaves Strict-Transport-Security to the server, so that it is sent once and with the whole policy',
    (file) => {
      expect(read(file)).not.toMatch(/^\s*(add_header|http-response set-header)/m);
    },
  );

  it('the nginx site can be loaded by nginx 1.22, which has no http2 directive', () => {
    const nginx = read('deploy/nginx.conf');
    expect(nginx).not.toMatch(/^\s*http2 /m);
    expect(nginx.match(/listen \S*443 ssl http2;/g)).toHaveLength(2);
  });

  it('the container, the documentation and the configuration of HAProxy name the number of open files that HAProxy needs', () => {
    const config = read('deploy/haproxy.cfg');
    const files = 2 * Number(/^ {2}maxconn (\d+)$/m.exec(config)?.[1]) + 20;
    expect(read('deploy/compose.yaml')).toContain(`ulimits: { nofile: ${files} }`);
    for (const text of [config, read('docs/operations.md')]) expect(text).toContain(files.toLocaleString('en'));
  });

  it('HAProxy retries only requests that no process has received', () => {
    expect(read('deploy/haproxy.cfg').match(/^ *retry-on .*$/gm)).toEqual(['  retry-on conn-failure']);
  });

  it('HAProxy sends requests only to processes that are ready', () => {
    expect(read('deploy/haproxy.cfg')).toMatch(
      /http-check send meth GET uri \/readyz\n\s+http-check expect status 200/,
    );
  });
});
