import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../contract/zod.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { StartupError, systemErrorCode } from './startup-error.ts';

type Variables = Record<string, string | undefined>;

/** Settings that belong to a single organisation: the values of the environment do not apply to it. */
const ownSettings = [
  ...(['SCOPE', 'PUBLIC_URL', 'LANDING_URL', 'CORS_ORIGINS', 'REGISTRATION_URL', 'MAIL_FROM'] as const),
  ...(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TELEGRAM_BOT_TOKEN'] as const),
] as const;
/** Settings that an organisation can replace: without a value of its own, the value of the environment applies. */
const inheritedSettings = [
  ...(['SECRET_KEY', 'PREVIOUS_SECRET_KEY', 'VAPID_PRIVATE_KEY', 'SMTP_URL', 'S3_URL', 'MEDIA_DIR'] as const),
  ...(['MEDIA_STORE', 'RESET_LINKS', 'ASSIGNMENT', 'AUTO_RETURN'] as const),
] as const;
/** Settings of the database. An organisation that sets DATA_DIR or DATABASE_URL inherits none of them. */
const databaseSettings = ['DATA_DIR', 'DATABASE_URL', 'DIRECT_URL', 'REPLICA_URL'] as const;

const HostName = z.string().check(
  z.regex(/^(\[[\da-f:]+\]|[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*)$/i, {
    error: 'must be host names without port',
  }),
);
const text = z.optional(z.string({ error: 'must be a text' }));
const names = [...ownSettings, ...inheritedSettings, ...databaseSettings];

const Entry = z.strictObject({
  ...(Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], typeof text>),
  SCOPE: z.string({ error: 'is required' }),
  PUBLIC_URL: z.string({ error: 'is required' }),
  HOSTS: z.optional(z.array(HostName, { error: 'must be a list of host names' })),
});
type Entry = z.infer<typeof Entry>;

/** An organisation of this process. */
export interface Organisation {
  /** Names under which its app is reached: lower case, without port. */
  hosts: readonly string[];
  environment: Environment;
}

const fail = (message: string): never => {
  throw new StartupError(`ORGANISATIONS: ${message}`);
};

async function readEntries(file: string): Promise<unknown[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) =>
    fail(`${file} cannot be read (${systemErrorCode(error) || 'unknown reason'}).`),
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    return fail(`${file} is not valid JSON.`);
  }
  if (!Array.isArray(parsed) || parsed.length === 0)
    return fail(`${file} must be a list with at least one organisation.`);
  return parsed;
}

function parseEntry(value: unknown, index: number): Entry {
  const parsed = Entry.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') return fail(`entry ${index + 1} has an unknown setting ${issue.keys[0]}.`);
  const [name] = issue?.path ?? [];
  return fail(
    `entry ${index + 1}: ${name === undefined ? 'it must be an object' : `${String(name)} ${issue?.message}`}.`,
  );
}

/**
 * Returns the environment of an organisation, which uses the folders of the process unless it has a DATA_DIR of its
 * own.
 */
function environmentOf({ HOSTS: _, ...settings }: Entry, shared: Variables): Environment {
  const hasDatabase = settings.DATABASE_URL !== undefined || settings.DATA_DIR !== undefined;
  const excludedNames = new Set<string>(hasDatabase ? [...ownSettings, ...databaseSettings] : ownSettings);
  // Without a DATA_DIR of its own, the organisation uses the folder of the process, which contains the lock and the
  // secret.
  if (settings.DATA_DIR === undefined) excludedNames.delete('DATA_DIR');
  if (settings.LANDING_URL === undefined) excludedNames.add('LANDING_PORT');
  const inherited = Object.entries(shared).filter(([name]) => !excludedNames.has(name));
  const ownValues = Object.entries(settings).filter(([, value]) => value !== undefined);
  try {
    const environment = readEnvironment({ ...Object.fromEntries(inherited), ...Object.fromEntries(ownValues) });
    if (settings.DATA_DIR !== undefined) return environment;
    return { ...environment, work_dir: join(environment.data_dir, 'organisations', environment.scope) };
  } catch (error) {
    if (error instanceof StartupError) return fail(`${settings.SCOPE}: ${error.message}`);
    throw error;
  }
}

function rejectDuplicates(what: string, values: readonly string[]): void {
  const duplicate = values.find((value, index) => values.indexOf(value) !== index);
  if (duplicate !== undefined) fail(`the ${what} ${duplicate} is used twice.`);
}

/**
 * Reads the file of organisations. `variables` are the settings of the process. Throws a StartupError that names the
 * first problem.
 */
export async function readOrganisations(file: string, variables: Variables): Promise<Organisation[]> {
  const entries = (await readEntries(file)).map(parseEntry);
  const organisations = entries.map((entry): Organisation => {
    const environment = environmentOf(entry, variables);
    const hosts = entry.HOSTS ?? [new URL(environment.public_url).hostname];
    return { hosts: hosts.map((host) => host.toLowerCase()), environment };
  });
  const landingHosts = organisations.flatMap(({ environment: { landing } }) =>
    landing?.url ? [new URL(landing.url).hostname] : [],
  );
  rejectDuplicates(
    'scope',
    organisations.map(({ environment }) => environment.scope),
  );
  rejectDuplicates(
    'host',
    organisations.flatMap(({ hosts }) => hosts),
  );
  rejectDuplicates('host of LANDING_URL', landingHosts);
  return organisations;
}

/**
 * Returns the environment of a command, which acts on one organisation. Of several, it is the one that SCOPE names.
 * Throws a StartupError if SCOPE names none: the database of the process may be none of theirs.
 */
export async function readCommandEnvironment(variables: Variables): Promise<Environment> {
  const process = readEnvironment(variables);
  if (process.organisations_file === undefined) return process;
  const organisations = await readOrganisations(process.organisations_file, variables);
  const environments = organisations.map(({ environment }) => environment);
  const scopes = environments.map((environment) => environment.scope).join(', ');
  return (
    environments.find((environment) => environment.scope === variables['SCOPE']) ??
    fail(`a command acts on one organisation. Set SCOPE to one of: ${scopes}.`)
  );
}
