import { Kysely, PostgresDialect } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { openPool } from '../../server/db/drivers.ts';
import type { Database, Db, User } from '../../server/db/tables.ts';
import { createTokens } from '../../server/features/accounts/tokens.ts';
import { makeUser, roles } from '../helpers/server.ts';
import type { Cluster } from './cluster.ts';

const TOKEN_LIFETIME_S = 24 * 3600;

/** Opens the database of the cluster, without the pooler. */
export const openPrimary = ({ direct_url }: Cluster): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(direct_url, 2) }) });

/** Creates employees who may write contacts and tasks. */
export async function makePeople(db: Db, count: number): Promise<User[]> {
  const people: User[] = [];
  for (let at = 0; at < count; at += 1) people.push(await makeUser(db, 'main', new Date(), roles.consultant));
  return people;
}

/** Returns an access token of a person that is valid for the whole run. */
export function tokenOf({ space }: Cluster, { id, scope, token_version }: User): Promise<string> {
  const tokens = createTokens(space.secret, () => new Date());
  return tokens.issue({ sub: id, ver: token_version, scp: scope, fam: uuidv7() }, TOKEN_LIFETIME_S);
}
