import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { chargeOffSession, type Payments } from './payments.ts';
import type { Intent } from './provider.ts';
import type { LedgerContext } from './purpose.ts';

/**
 * Runs `step` for each id in a transaction of its own and, after the commit, charges the intent that the step has
 * opened. An error with one id does not affect the others. Can safely run twice, or in two processes at the same time,
 * if the step returns the same intent again, because an intent is never charged twice.
 */
export async function chargeDueIntents(
  deps: Deps,
  payments: Payments | undefined,
  { ids, step }: { ids: readonly string[]; step: (context: LedgerContext, id: string) => Promise<Intent | null> },
): Promise<void> {
  for (const id of ids) {
    try {
      const intent = await inScope(deps, deps.scope, (context) => step(context, id));
      if (intent && payments) await chargeOffSession(payments, intent);
    } catch (error) {
      deps.log.error({ err: error, id }, 'a due payment was not charged');
    }
  }
}
