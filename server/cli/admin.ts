import { personSearchText } from '../../contract/search/lines.ts';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { Email } from '../../contract/contact-fields.ts';
import type { Insertable } from 'kysely';
import { addAuditEntry } from '../audit.ts';
import type { UsersTable } from '../db/tables.ts';
import { inScope } from '../context.ts';
import type { Deps } from '../deps.ts';
import { StartupError } from '../startup-error.ts';
import { commandLine } from '../command-line.ts';
import { blankUser } from '../features/accounts/blank-user.ts';
import { hashPassword } from '../features/accounts/passwords.ts';

/** Returns the value of `--email`. Throws a StartupError if it is missing or invalid. */
export function parseEmail(args: readonly string[]): string {
  const at = args.indexOf('--email');
  const email = Email.safeParse(at < 0 ? undefined : args[at + 1]?.toLowerCase());
  if (!email.success) throw new StartupError(`Usage: ${commandLine('admin', '--email anna@example.org')}`);
  return email.data;
}

/**
 * Creates an admin account with a generated password. If an account with that address exists, it gets admin rights and
 * a new password instead. No authorisation is needed, since running this command requires access to the database
 * anyway. Returns the password, of which only a hash is stored.
 */
export async function makeAdmin(deps: Deps, email: string): Promise<string> {
  const password = randomBytes(15).toString('base64url');
  const password_hash = await hashPassword(password);
  await inScope(deps, deps.scope, async ({ tx, scope, received_at: at, nextRev }) => {
    const rights = {
      is_superuser: true,
      is_staff: true,
      is_manager: true,
      is_active: true,
      is_blocked: false,
      blocked_at: null,
    };
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
    const updates = {
      ...rights,
      password_hash,
      rev,
      roles_rev: rev,
      updated_at: at,
      token_version: (existing?.token_version ?? 0) + 1,
    };
    const newUser: Insertable<UsersTable> = {
      ...blankUser,
      first_name: 'Admin',
      ...updates,
      scope,
      id,
      email,
      search: personSearchText({ ...blankUser, first_name: 'Admin', email }),
      created_at: at,
    };
    if (!existing) await tx.insertInto('users').values(newUser).execute();
    else await tx.updateTable('users').set(updates).where('scope', '=', scope).where('id', '=', id).execute();
    await addAuditEntry(tx, { scope, at, action: 'admin_made', target_id: id });
  });
  return password;
}
