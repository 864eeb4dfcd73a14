import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Environment } from '../environment.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { print } from './print.ts';

async function isEmpty({ db, scope }: Deps): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('scope', '=', scope).limit(1).executeTakeFirst();
  return user === undefined;
}

async function sayDemoAccounts(): Promise<void> {
  const { demoAccounts, DEMO_PASSWORD } = await import('../demo/people.ts');
  print('');
  print('Demo accounts (this machine only):');
  for (const { email, is_superuser, is_manager, is_staff } of demoAccounts) {
    const role = is_superuser ? 'admin' : is_manager ? 'manager' : is_staff ? 'consultant' : 'learner';
    print(`  ${role.padEnd(11)} ${email.padEnd(26)} password  ${DEMO_PASSWORD}`);
  }
  print('');
}

/** Demo data in an empty demo installation; elsewhere a word on how to get the first account. */
export async function prepareAccounts(deps: Deps, environment: Environment): Promise<void> {
  const empty = await isEmpty(deps);
  if (!environment.demo) {
    if (empty) print('There is no account yet. Make the first one: npm run admin -- --email you@example.org');
    return;
  }
  if (empty) {
    print('Filling the empty database with demo accounts and lessons …');
    const { demoContentDir, seedDemo } = await import('../demo/seed.ts');
    const { scope } = deps;
    const options = { scope, now: deps.clock(), content_dir: demoContentDir(), hash: hashPassword };
    await inTransaction(deps.db, (tx) => seedDemo(tx, options));
  }
  await sayDemoAccounts();
}
