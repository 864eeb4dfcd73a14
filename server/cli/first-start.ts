import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Environment } from '../environment.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { organisationCommandLine } from '../command-line.ts';
import { print } from './print.ts';

async function isEmpty({ db, scope }: Deps): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('scope', '=', scope).limit(1).executeTakeFirst();
  return user === undefined;
}

async function printDemoAccounts(): Promise<void> {
  const { demoAccounts, DEMO_PASSWORD } = await import('../demo/people.ts');
  print('');
  print('Demo accounts (this machine only):');
  for (const { email, is_superuser, is_manager, is_staff } of demoAccounts) {
    const role = is_superuser ? 'admin' : is_manager ? 'manager' : is_staff ? 'consultant' : 'learner';
    print(`  ${role.padEnd(11)} ${email.padEnd(26)} password  ${DEMO_PASSWORD}`);
  }
  print('');
}

/**
 * Seeds the database of an empty demo installation. For other empty installations, prints how to create the first
 * account.
 */
export async function prepareAccounts(deps: Deps, environment: Environment): Promise<void> {
  const empty = await isEmpty(deps);
  if (!environment.demo) {
    const command = organisationCommandLine(environment, 'admin', '--email you@example.org');
    if (empty) print(`There are no accounts yet. Create the first one: ${command}`);
    return;
  }
  if (empty) {
    print('Adding demo accounts and lessons to the empty database …');
    const { demoContentDir, seedDemo } = await import('../demo/seed.ts');
    const { scope } = deps;
    const options = { scope, now: deps.clock(), content_dir: demoContentDir(), hash: hashPassword };
    await inTransaction(deps.db, (tx) => seedDemo(tx, options));
  }
  await printDemoAccounts();
}
