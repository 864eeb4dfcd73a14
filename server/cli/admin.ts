import { personSearchText } from '../../contract/search/lines.ts';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { Email } from '../../contract/fields.ts';
import type { Insertable } from 'kysely';
import { audit } from '../audit.ts';
import type { UsersTable } from '../db/tables.ts';
import { inScope } from '../context.ts';
import type { Deps } from '../deps.ts';
import { StartupError } from '../startup-error.ts';
import { blankUser } from '../features/accounts/blank-user.ts';
import { hashPassword } from '../features/accounts/passwords.ts';

/** The value of `--email x`. Throws a StartupError without a valid one. */
export function parseEmail(args: readonly string[]): string {
  const at = args.indexOf('--email');
  const email = Email.safeParse(at < 0 ? undefined : args[at + 1]?.toLowerCase());
  if (!email.success) throw new StartupError('Usage: npm run admin -- --email anna@example.org');
  return email.data;
}

/**
 * Creates an admin account with a generated password, or gives the account with that address admin rights and a new
 * password. Needs no authorisation: its user can read the database anyway. Returns the password, which is stored only as
 * a hash.
 */
export async function makeAdmin(deps: Deps, email: string): Promise<string> {
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  await inScope(deps, deps.scope, async ({ tx, scope, received_at: at, nextRev }) => {
    const rights = { is_superuser: true, is_staff: true, is_manager: true, is_active: true, is_blocked: false };
    const existing = await tx
      .selectFrom('users')
      .select(['id', 'token_version'])
      .where('scope', '=', scope)
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const id = existing?.id ?? uuidv7();
    const rev = await nextRev();
    const changed = {
      ...rights,
      password_hash,
      rev,
      updated_at: at,
      token_version: (existing?.token_version ?? 0) + 1,
    };
    const created: Insertable<UsersTable> = {
      ...blankUser,
      first_name: 'Admin',
      ...changed,
      scope,
      id,
      email,
      search: personSearchText({ ...blankUser, first_name: 'Admin', email }),
      created_at: at,
    };
    if (!existing) await tx.insertInto('users').values(created).execute();
    else await tx.updateTable('users').set(changed).where('scope', '=', scope).where('id', '=', id).execute();
    await audit(tx, { scope, at, action: 'admin_made', target_id: id });
  });
  return password;
}
