import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandEnvironment, readOrganisations } from '../../server/organisations.ts';

describe('the file of organisations', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'haversack-organisations-'));
    file = join(folder, 'organisations.json');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const north = { SCOPE: 'north', PUBLIC_URL: 'https://north.example' };
  const south = { SCOPE: 'south', PUBLIC_URL: 'https://south.example' };
  const base = {
    ...{ DATABASE_URL: 'postgres://db/shared', DIRECT_URL: 'postgres://direct/shared', SECRET_KEY: 's'.repeat(32) },
    ...{ REPLICA_URL: 'postgres://replica/shared', DATA_DIR: '/srv/haversack', SMTP_URL: 'smtp://mail.example' },
    ...{ PUBLIC_URL: 'https://unused.example', TELEGRAM_BOT_TOKEN: `1:${'t'.repeat(20)}`, LANDING_PORT: '8081' },
    ...{ CORS_ORIGINS: 'https://unused.example', ORGANISATIONS: 'organisations.json', SCOPE: 'unused' },
  };

  async function read(content: unknown, variables: Record<string, string> = base) {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readOrganisations(file, variables);
  }

  it('an organisation shares the database of the process, and has its own names, pages and folder', async () => {
    const [first, second] = await read([
      { ...north, HOSTS: ['North.example', 'www.north.example'], LANDING_URL: 'https://pages.north.example' },
      { ...south, CORS_ORIGINS: 'https://site.south.example', SMTP_URL: 'smtp://mail.south.example' },
    ]);
    expect(first?.hosts).toEqual(['north.example', 'www.north.example']);
    expect(first?.environment).toMatchObject({
      ...{ scope: 'north', public_url: 'https://north.example', database_url: base.DATABASE_URL, demo: false },
      ...{ direct_url: base.DIRECT_URL, replica_url: base.REPLICA_URL, smtp_url: base.SMTP_URL },
      ...{ telegram_token: undefined, cors_origins: [], mail_from: 'Haversack <no-reply@north.example>' },
      landing: { port: 8081, url: 'https://pages.north.example' },
      ...{ data_dir: '/srv/haversack', work_dir: '/srv/haversack/organisations/north' },
    });
    expect(second?.hosts).toEqual(['south.example']);
    expect(second?.environment).toMatchObject({
      ...{ scope: 'south', smtp_url: 'smtp://mail.south.example', cors_origins: ['https://site.south.example'] },
      landing: null,
    });
  });

  it('an organisation with a database of its own inherits no setting of another database', async () => {
    const [own, embedded] = await read([
      { ...north, DATABASE_URL: 'postgres://db/north' },
      { ...south, DATA_DIR: '/srv/south' },
    ]);
    const none = { direct_url: undefined, replica_url: undefined };
    expect(own?.environment).toMatchObject({
      ...none,
      database_url: 'postgres://db/north',
      data_dir: '/srv/haversack',
    });
    expect(embedded?.environment).toMatchObject({ ...none, database_url: undefined, work_dir: '/srv/south' });
  });

  it('throws a StartupError if the file of organisations cannot be read', async () => {
    const missing = join(folder, 'missing.json');
    await expect(readOrganisations(missing, base)).rejects.toThrow(
      `ORGANISATIONS: ${missing} cannot be read (ENOENT).`,
    );
  });

  it.each([
    ['{', /^ORGANISATIONS: .* is not valid JSON\.$/],
    [{}, /must be a list with at least one organisation\.$/],
    [[], /must be a list with at least one organisation\.$/],
    [[north, 'south'], /^ORGANISATIONS: entry 2: it must be an object\.$/],
    [[{ SCOPE: 'north' }], /^ORGANISATIONS: entry 1: PUBLIC_URL is required\.$/],
    [[{ PUBLIC_URL: 'https://north.example' }], /^ORGANISATIONS: entry 1: SCOPE is required\.$/],
    [[{ ...north, PORT: '80' }], /^ORGANISATIONS: entry 1 has an unknown setting PORT\.$/],
    [[{ ...north, SMTP_URL: 1 }], /^ORGANISATIONS: entry 1: SMTP_URL must be a text\.$/],
    [[{ ...north, HOSTS: 'north.example' }], /^ORGANISATIONS: entry 1: HOSTS must be a list of host names\.$/],
    [[{ ...north, HOSTS: ['north.example:80'] }], /^ORGANISATIONS: entry 1: HOSTS must be host names without port\.$/],
    [
      [{ ...north, PUBLIC_URL: 'north' }],
      /^ORGANISATIONS: north: PUBLIC_URL must be an http:\/\/ or https:\/\/ address\.$/,
    ],
    [
      [{ ...north, DATABASE_URL: 'mysql://x' }],
      /^ORGANISATIONS: north: DATABASE_URL must be a postgres:\/\/ address\.$/,
    ],
    [[{ ...north, SCOPE: 'North!' }], /^ORGANISATIONS: North!: SCOPE must be 1 to 60 of a-z, 0-9 and -\.$/],
    [[north, { ...south, SCOPE: 'north' }], /^ORGANISATIONS: the scope north is used twice\.$/],
    [[north, { ...south, HOSTS: ['NORTH.example'] }], /^ORGANISATIONS: the host north\.example is used twice\.$/],
    [
      [
        { ...north, LANDING_URL: 'https://pages.example' },
        { ...south, LANDING_URL: 'https://pages.example/' },
      ],
      /^ORGANISATIONS: the host of LANDING_URL pages\.example is used twice\.$/,
    ],
  ])('is a StartupError in one line: %j', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('a command acts on the organisation that SCOPE names, with its settings in the file', async () => {
    await writeFile(file, JSON.stringify([north, { ...south, DATABASE_URL: 'postgres://db/south' }]));
    const { LANDING_PORT: _, ...settings } = base;
    const variables = { ...settings, ORGANISATIONS: file };
    await expect(readCommandEnvironment({ ...variables, SCOPE: 'south' })).resolves.toMatchObject({
      ...{ scope: 'south', database_url: 'postgres://db/south', public_url: 'https://south.example' },
    });
    const { SCOPE: __, ...withoutScope } = variables;
    for (const unnamed of [variables, withoutScope])
      await expect(readCommandEnvironment(unnamed)).rejects.toThrow(
        'ORGANISATIONS: a command acts on one organisation. Set SCOPE to one of: north, south.',
      );
    const { ORGANISATIONS: ___, ...single } = variables;
    await expect(readCommandEnvironment(single)).resolves.toMatchObject({ scope: 'unused' });
  });

  it('the demo cannot have several organisations', async () => {
    await expect(read([north], { DEMO: '1', ORGANISATIONS: 'x' })).rejects.toThrow('no ORGANISATIONS.');
  });
});
