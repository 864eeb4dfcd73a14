import { UniqueName } from '../../../contract/entities/flow.ts';
import { isFieldCode, type FieldCode } from '../../../contract/field-codes.ts';
import type { CallReply } from '../../../contract/api-calls/index.ts';
import type { CallerContext } from '../../handlers.ts';
import { loadTexts } from '../../http/texts.ts';
import { isNameTaken } from './flow-repository.ts';

type NameCheck = CallReply<'flows.check_unique_name'>;

/** Returns the reason why an address cannot be chosen; null if it can be chosen. */
async function problemOf(context: CallerContext, name: string, flow_id: string | undefined): Promise<FieldCode | null> {
  const parsed = UniqueName.safeParse(name);
  if (!parsed.success) {
    const code = parsed.error.issues[0]?.message;
    return code !== undefined && isFieldCode(code) ? code : 'name_invalid';
  }
  return (await isNameTaken(context, parsed.data, flow_id ?? null)) ? 'flow_name_taken' : null;
}

/**
 * Checks an address while the user types it. Publishing and saving check the address again, because another flow may
 * take it in the meantime.
 */
export async function checkName(context: CallerContext, name: string, flow_id: string | undefined): Promise<NameCheck> {
  const problem = await problemOf(context, name, flow_id);
  const texts = loadTexts()[context.caller.user.language].errors;
  return { matches: problem !== null, error: problem && texts[problem] };
}
