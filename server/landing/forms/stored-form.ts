import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { callerOf } from '../../caller.ts';
import { inScope } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { addJob } from '../../jobs/queue.ts';
import { lockUsers } from '../../features/people/lock.ts';
import { formTexts } from './form-texts.ts';
import { createLead } from './lead.ts';
import { saveOwnerContact } from './owner-contact.ts';
import type { SentForm } from './sent-form.ts';

/**
 * If two equal forms are sent without the script within this time, the second form counts as a repetition. The visitor
 * may have pressed the button twice, or the browser may have sent the form again.
 */
const SAME_WITHIN_MS = 24 * 3_600_000;

/**
 * Returns the key of a form. Because pages are cached, their HTML cannot contain a different key for each visitor.
 * Without the script, the key is derived from the entered texts.
 */
function keyOf({ key, flow_id, form_id, values, consent }: SentForm): string {
  if (key !== null) return `${flow_id}:${key}`;
  const content = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${flow_id}:${createHash('sha256')
    .update(JSON.stringify([form_id, content, consent]))
    .digest('base64url')}`;
}

/** Records that a form was received. Returns false if the form is a repetition. */
async function claimKey({ tx, scope, received_at: at }: HandlerContext, form: SentForm): Promise<boolean> {
  const { flow_id, consent, version } = form;
  const before = new Date(Date.parse(at) - SAME_WITHIN_MS).toISOString();
  const expiresAt = form.key === null ? sql<string>`${before}::timestamptz` : sql<string>`'-infinity'::timestamptz`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('landing_posts')
    .values({ scope, key: keyOf(form), flow_id, consent, version, at, person_id: null, contact_id: null })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet({ consent, version, at })
        .where('landing_posts.at', '<=', expiresAt),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Adds a lead to the figures of the page. Call it before the transaction locks the counter of the scope. */
async function addToFigures({ tx, scope, received_at: at }: HandlerContext, flow_id: string): Promise<void> {
  await tx
    .insertInto('landing_days')
    .values({ scope, flow_id, day: at.slice(0, 10), source: '', leads: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'flow_id', 'day', 'source'])
        .doUpdateSet({ leads: sql`landing_days.leads + excluded.leads` }),
    )
    .execute();
  await tx
    .updateTable('flow_stats')
    .set({ leads: sql`leads + 1` })
    .where('scope', '=', scope)
    .where('id', '=', flow_id)
    .execute();
}

/**
 * Returns the path that the owner opens: that of the contact; without a contact, that of the person in the owner's
 * care; without either, that of the owner's pages.
 */
function pathForOwner(
  owner: User,
  { person_id, contact_id }: { person_id: string | null; contact_id: string | null },
): string {
  if (contact_id !== null) return `/contacts/${contact_id}`;
  return person_id !== null && isEmployee(owner) ? `/user/view-details/${person_id}` : '/flows';
}

/**
 * Notifies the owner of the page: pokes the owner's devices, and sends a message if the owner has a chat with the bot.
 */
async function notifyOwner(
  { tx, scope, received_at: at, nextRev, poke }: HandlerContext,
  owner: User,
  form: SentForm,
  url: string,
): Promise<void> {
  const rev = await nextRev();
  await tx.updateTable('flow_stats').set({ rev }).where('scope', '=', scope).where('id', '=', form.flow_id).execute();
  poke([owner.id]);
  const texts = formTexts[owner.language];
  const button = { text: texts.open, url };
  await addJob(tx, { scope, at }, 'telegram_notice', { user_id: owner.id, text: texts.notice(form.title), button });
}

/**
 * Stores a form in one transaction: the person, or a timeline entry of the known person; the contact of the owner; the
 * consent; and the figures of the page. A repeated form has no effect. Throws `not_found` if the owner of the page has
 * been blocked or deleted.
 */
export function storeForm(deps: Deps, form: SentForm, public_url: string): Promise<void> {
  return inScope(deps, deps.scope, async (plain) => {
    const { tx, scope, received_at } = plain;
    const owner = (await lockUsers(plain, [form.owner_id])).get(form.owner_id);
    if (!owner?.is_active || owner.is_blocked || owner.deleted_at !== null) throw new Refused('not_found');
    const context: HandlerContext = { ...plain, caller: callerOf(owner, received_at) };
    if (!(await claimKey(context, form))) return;
    await addToFigures(context, form.flow_id);
    const lead = await createLead(context, owner, form);
    const contact_id = lead.needs_contact ? await saveOwnerContact(context, owner, form, lead.linked_user_id) : null;
    const { person_id } = lead;
    const path = pathForOwner(owner, { person_id, contact_id });
    await notifyOwner(context, owner, form, public_url + path);
    await tx
      .updateTable('landing_posts')
      .set({ person_id, contact_id })
      .where('scope', '=', scope)
      .where('key', '=', keyOf(form))
      .execute();
  });
}
