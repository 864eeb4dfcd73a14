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

/** The value of `--email x`. Throws a StartFault when there is none. */
export function emailOf(args: readonly string[]): string {
  const at = args.indexOf('--email');
  const email = Email.safeParse(at < 0 ? undefined : args[at + 1]?.toLowerCase());
  if (!email.success) throw new StartupError('Which e-mail address? npm run admin -- --email anna@example.org');
  return email.data;
}

/**
 * Makes an admin account with a password of its own making, or gives an account of that address these rights and a
 * new password. Whoever can run this can read the database anyway. Returns the password; it is stored nowhere.
 */
export async function makeAdmin(deps: Deps, email: string): Promise<string> {
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  await inScope(deps, deps.scope, async ({ tx, scope, received_at: at, nextRev }) => {
    const rights = { is_superuser: true, is_staff: true, is_manager: true, is_active: true, is_blocked: false };
    const known = await tx
      .selectFrom('users')
      .select(['id', 'token_version'])
      .where('scope', '=', scope)
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const id = known?.id ?? uuidv7();
    const rev = await nextRev();
    const changed = { ...rights, password_hash, rev, updated_at: at, token_version: (known?.token_version ?? 0) + 1 };
    const made: Insertable<UsersTable> = {
      ...blankUser,
      first_name: 'Admin',
      ...changed,
      scope,
      id,
      email,
      created_at: at,
    };
    if (!known) await tx.insertInto('users').values(made).execute();
    else await tx.updateTable('users').set(changed).where('scope', '=', scope).where('id', '=', id).execute();
    await audit(tx, { scope, at, action: 'admin_made', target_id: id });
  });
  return password;
}
