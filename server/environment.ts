import { resolve } from 'node:path';
import { z } from '../contract/zod.ts';
import {
  count,
  Flag,
  isNetwork,
  isOrigin,
  itemsIn,
  postgres,
  secret,
  webAddress,
  wholeNumber,
} from './environment-values.ts';
import { PUSH_HOSTS } from './features/push/endpoints.ts';
import { isPrivateKey } from './features/push/vapid.ts';
import { parseS3Url } from './files/s3-url.ts';
import { storeNames } from './files/store-name.ts';
import type { FileSettings } from './files/file-stores.ts';
import { isLoopback } from './loopback.ts';
import { StartupError } from './startup-error.ts';

const Variables = z.object({
  PORT: count(0, 65_535, 8080),
  HOST: z._default(z.string().check(z.minLength(1, { error: 'must not be empty' })), '127.0.0.1'),
  LANDING_PORT: z.optional(wholeNumber(0, 65_535)),
  LANDING_URL: z.optional(webAddress),
  PUBLIC_URL: z.optional(webAddress),
  DATA_DIR: z._default(z.string().check(z.minLength(1, { error: 'must not be empty' })), './data'),
  DATABASE_URL: z.optional(postgres),
  DIRECT_URL: z.optional(postgres),
  REPLICA_URL: z.optional(postgres),
  S3_URL: z.optional(
    z.string().check(
      z.refine((url) => parseS3Url(url) !== null, {
        error: 'must be s3://KEY:SECRET@host/bucket, with special characters of KEY and SECRET percent-encoded',
      }),
    ),
  ),
  MEDIA_DIR: z.optional(z.string()),
  MEDIA_STORE: z.optional(z.enum(storeNames, { error: 'must be database, folder or s3' })),
  SECRET_KEY: z.optional(secret),
  PREVIOUS_SECRET_KEY: z.optional(secret),
  DEMO: z.optional(Flag),
  RESET_LINKS: z._default(z.enum(['copy', 'mail'], { error: 'must be copy or mail' }), 'copy'),
  SYNC_CALLS: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  ASSIGNMENT: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  AUTO_RETURN: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'off'),
  PHOTO_WORKERS: count(1, 16, 1),
  PHOTO_QUEUE: count(0, 1000, 40),
  MAX_STREAMS: count(0, 100_000, 5000),
  MAX_CONNECTIONS: count(1, 100_000, 10_000),
  METRICS_PORT: z.optional(wholeNumber(0, 65_535)),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  DRAIN_SECONDS: count(0, 5, 0),
  TRUSTED_PROXIES: z._default(
    z.string().check(
      z.refine((list) => itemsIn(list).every(isNetwork), {
        error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      }),
    ),
    '',
  ),
  CORS_ORIGINS: z._default(
    z.string().check(
      z.refine((list) => itemsIn(list).every(isOrigin), {
        error: 'must be origins such as https://app.example.org, separated by commas',
      }),
    ),
    '',
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/, { error: 'must be a secret key of Stripe' })),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_\S+$/, { error: 'must be the signing secret of a webhook endpoint of Stripe' })),
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    'info',
  ),
  SMTP_URL: z.optional(
    z.string().check(z.regex(/^smtps?:\/\/.+/, { error: 'must be an smtp:// or smtps:// address' })),
  ),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]+@[^\r\n]+$/, { error: 'must be an email address' }))),
  TELEGRAM_BOT_TOKEN: z.optional(
    z.string().check(z.regex(/^\d+:[\w-]{20,}$/, { error: 'must be a token as @BotFather gives it' })),
  ),
  VAPID_PRIVATE_KEY: z.optional(
    z.string().check(z.refine(isPrivateKey, { error: 'must be a P-256 private key, 32 bytes in Base64 for URLs' })),
  ),
  PUSH_HOSTS: z._default(
    z.string().check(
      z.refine((list) => itemsIn(list).every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host)), {
        error: 'must be host names such as push.example.org or *.example.org, separated by commas',
      }),
    ),
    PUSH_HOSTS.join(','),
  ),
  REGISTRATION_URL: z.optional(z.url({ protocol: /^https$/, error: 'must be an https:// address' })),
  ORGANISATIONS: z.optional(z.string()),
  SCOPE: z._default(
    z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, { error: 'must be 1 to 60 of a-z, 0-9 and -' })),
    'main',
  ),
});

export interface LandingAddress {
  port: number;
  /** Whether another port may be used if this one is taken. */
  is_default: boolean;
  /** The base URL under which people open the pages; null if it follows from the port. */
  url: string | null;
}

export interface Environment {
  port: number;
  host: string;
  is_loopback: boolean;
  public_url: string;
  /** The second origin, for payment and landing pages; null if there is none. */
  landing: LandingAddress | null;
  /** Null if Stripe is not used. */
  stripe: { secret_key: string; webhook_secret: string } | null;
  data_dir: string;
  /** Folder for email files and for the journals of page views. */
  work_dir: string;
  database_url: string | undefined;
  direct_url: string | undefined;
  /** A replica of the PostgreSQL server for pulls. */
  replica_url: string | undefined;
  /** Where the bytes of files are stored. */
  files: FileSettings;
  secret_key: string | undefined;
  /** The previous secret, see AppOptions. */
  previous_secret: string | undefined;
  demo: boolean;
  sync_calls: boolean;
  /** Whether leads are assigned automatically. */
  assigns: boolean;
  /** Whether leads with whom no one has worked return to the pool. */
  returns: boolean;
  /** How many photos are decoded at the same time, and how many more may wait in the queue. */
  photos: { workers: number; queue: number };
  /** Maximum numbers of open event streams and of open connections. */
  streams: number;
  connections: number;
  /** Port for Prometheus; absent if nothing is measured. */
  metrics_port: number | undefined;
  /** The OpenTelemetry collector to which traces are sent; absent if nothing is traced. */
  traces: string | undefined;
  /** How long the server still accepts requests after it has received a signal to stop. */
  drain_ms: number;
  /** Addresses and networks of proxies whose X-Forwarded-For header is trusted, in addition to loopback addresses. */
  trusted_proxies: string[];
  /** Origins of other sites whose pages may call the API with access tokens. */
  cors_origins: string[];
  log_level: string;
  scope: string;
  /** The file that lists the organisations; absent if the process serves only one. */
  organisations_file: string | undefined;
  /** If absent, emails are written to files. */
  smtp_url: string | undefined;
  mail_from: string;
  registration_url: string | undefined;
  /** The private key for push messages; absent if it is derived from the secret. */
  vapid_private_key: string | undefined;
  /** Hosts of the push services to which messages may be sent. */
  push_hosts: string[];
  /**
   * `copy`: the employee who creates a login link can copy it. `mail`: the link is sent only to the person, and the
   * employee does not see it.
   */
  reset_links: 'copy' | 'mail';
  telegram_token: string | undefined;
}

/** Returns a host as it is written in a URL. */
export function urlHost(host: string): string {
  if (isLoopback(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Describes the first issue in one line. The value is left out, because an invalid URL may contain a password. */
function firstIssue(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  return `${String(issue?.path[0])} ${issue?.message ?? 'is invalid'}.`;
}

/**
 * Returns the address of the second origin. In demo mode, its port is the port of the app plus one. Other installations
 * have a second origin only if one is configured, because the proxy must serve it too.
 */
function landingOf(values: z.infer<typeof Variables>, public_url: string, demo: boolean): LandingAddress | null {
  const { PORT, LANDING_PORT, LANDING_URL } = values;
  if (LANDING_PORT === undefined && LANDING_URL === undefined && !demo) return null;
  const port = LANDING_PORT ?? (PORT === 0 || PORT === 65_535 ? 0 : PORT + 1);
  const [own, landing] = [new URL(public_url), LANDING_URL === undefined ? null : new URL(LANDING_URL)];
  if (port === PORT && port !== 0) throw new StartupError('LANDING_PORT must differ from PORT.');
  if (landing?.origin === own.origin)
    throw new StartupError('LANDING_URL must have a different origin than PUBLIC_URL.');
  if (demo && landing && !isLoopback(landing.hostname))
    throw new StartupError('LANDING_URL must be an address of this machine in the demo.');
  if (landing === null && !isLoopback(own.hostname))
    throw new StartupError('LANDING_URL is required with LANDING_PORT if PUBLIC_URL is a public address.');
  return { port, is_default: LANDING_PORT === undefined && demo, url: LANDING_URL ?? null };
}

/** Returns the stores of files. New files are written to S3 if configured, otherwise to the folder if there is one. */
function filesOf({ S3_URL, MEDIA_DIR, MEDIA_STORE }: z.infer<typeof Variables>): FileSettings {
  const s3 = S3_URL === undefined ? null : parseS3Url(S3_URL);
  const folder = MEDIA_DIR === undefined ? null : resolve(MEDIA_DIR);
  if (MEDIA_STORE === 's3' && !s3) throw new StartupError('MEDIA_STORE s3 requires S3_URL.');
  if (MEDIA_STORE === 'folder' && !folder) throw new StartupError('MEDIA_STORE folder requires MEDIA_DIR.');
  const byDefault = folder ? 'folder' : 'database';
  return { s3, folder, target: MEDIA_STORE ?? (s3 ? 's3' : byDefault) };
}

function stripeOf({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: z.infer<typeof Variables>): Environment['stripe'] {
  if (STRIPE_SECRET_KEY === undefined && STRIPE_WEBHOOK_SECRET === undefined) return null;
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined)
    throw new StartupError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.');
  return { secret_key: STRIPE_SECRET_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
}

/** Returns whether demo accounts are created. Throws a StartupError if they could be reached from other machines. */
function isDemo({ HOST, PUBLIC_URL, DATABASE_URL, ORGANISATIONS, DEMO }: z.infer<typeof Variables>): boolean {
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
  const mayBeDemo = ORGANISATIONS === undefined && DATABASE_URL === undefined && isLoopback(HOST) && !isPublic;
  const demo = DEMO === undefined ? mayBeDemo : DEMO === '1' || DEMO === 'true';
  if (demo && !mayBeDemo)
    throw new StartupError(
      'DEMO creates accounts with known passwords: it requires a loopback HOST and PUBLIC_URL, no DATABASE_URL and no ORGANISATIONS.',
    );
  return demo;
}

/** Parses the environment variables. Throws a StartupError that names the first invalid variable. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  // An empty variable counts as unset.
  const nonEmpty = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Variables.safeParse(nonEmpty);
  if (!parsed.success) throw new StartupError(firstIssue(parsed.error));
  const values = parsed.data;
  const demo = isDemo(values);
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    throw new StartupError('SECRET_KEY is required with DATABASE_URL: servers on one database share it.');
  }
  if (values.REPLICA_URL && !values.DATABASE_URL) throw new StartupError('REPLICA_URL requires DATABASE_URL.');
  const public_url = values.PUBLIC_URL ?? `http://${urlHost(values.HOST)}:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    is_loopback: isLoopback(values.HOST),
    public_url,
    landing: landingOf(values, public_url, demo),
    stripe: stripeOf(values),
    data_dir: resolve(values.DATA_DIR),
    work_dir: resolve(values.DATA_DIR),
    database_url: values.DATABASE_URL,
    direct_url: values.DIRECT_URL,
    replica_url: values.REPLICA_URL,
    files: filesOf(values),
    secret_key: values.SECRET_KEY,
    previous_secret: values.PREVIOUS_SECRET_KEY,
    demo,
    sync_calls: values.SYNC_CALLS === 'on',
    assigns: values.ASSIGNMENT === 'on',
    returns: values.AUTO_RETURN === 'on',
    photos: { workers: values.PHOTO_WORKERS, queue: values.PHOTO_QUEUE },
    streams: values.MAX_STREAMS,
    connections: values.MAX_CONNECTIONS,
    metrics_port: values.METRICS_PORT,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    drain_ms: values.DRAIN_SECONDS * 1000,
    trusted_proxies: itemsIn(values.TRUSTED_PROXIES),
    cors_origins: itemsIn(values.CORS_ORIGINS),
    log_level: values.LOG_LEVEL,
    scope: values.SCOPE,
    organisations_file: values.ORGANISATIONS,
    smtp_url: values.SMTP_URL,
    mail_from: values.MAIL_FROM ?? `Haversack <no-reply@${new URL(public_url).hostname}>`,
    registration_url: values.REGISTRATION_URL,
    vapid_private_key: values.VAPID_PRIVATE_KEY,
    push_hosts: itemsIn(values.PUSH_HOSTS),
    reset_links: values.RESET_LINKS,
    telegram_token: values.TELEGRAM_BOT_TOKEN,
  };
}
