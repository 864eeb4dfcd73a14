import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import { Refused } from '../../../contract/errors.ts';
import { Id } from '../../../contract/fields.ts';
import { visibleBlocks } from '../../../contract/landing/page-tree.ts';
import { emptyProps, type PropsOf } from '../../../contract/landing/props.ts';
import { addressPrefix } from '../../address.ts';
import type { Deps } from '../../deps.ts';
import { findPublishedPage, type LandingVersion } from '../../features/flows/published.ts';
import { RefusedForNow } from '../../http/with-current-row.ts';
import { likelyCountry } from '../../phone-rule.ts';
import { countRequest } from '../../request-limit.ts';
import type { Page } from '../pages/rendered-page.ts';
import type { FormTexts } from './form-texts.ts';
import { checkForm, OWN_FIELDS, type FormErrors } from './form-values.ts';
import { storeForm } from './stored-form.ts';

/** Maximum numbers of forms per minute: from one address, and for one page. */
const MAX_FROM_ADDRESS = 5;
const MAX_FOR_PAGE = 60;

/** Minimum time between opening a page and sending its form. A form that is sent sooner was filled in by a bot. */
const MIN_TIME_MS = 2_000;

export type FormBlock = PropsOf<'form'> & { id: string };

export type FormReply =
  | { result: 'missing' | 'gone' }
  | { result: 'sent'; page: Page; block: FormBlock }
  | {
      result: 'refused';
      status: 422 | 429 | 503;
      /** Number of seconds after which the form can be sent again; null if the visitor must change the form first. */
      retry_after_s: number | null;
      page: Page;
      block: FormBlock;
      message: keyof FormTexts & ('incomplete' | 'changed' | 'again' | 'busy' | 'failed');
      errors: FormErrors;
    };

export interface ReceivedForm {
  unique_name: string;
  ip: string;
  body: unknown;
}

/** Returns the form of a page with the given id or, without an id, its first form. */
export function findForm(blocks: readonly LandingBlock[], id: string | undefined): FormBlock | null {
  const block = visibleBlocks(blocks).find(({ type, id: own }) => type === 'form' && (id ?? own) === own);
  if (!block) return null;
  const { fields, label, consent, thanks, tag } = { ...emptyProps.form, ...block };
  return {
    id: block.id,
    fields: fields ?? emptyProps.form.fields,
    label: label ?? '',
    consent: consent ?? '',
    thanks: thanks ?? '',
    tag: tag ?? '',
  };
}

/** Returns the version of the page that the visitor saw, which may be older than the published version. */
async function seenVersion(
  { db, scope }: Deps,
  { flow_id, version }: Page,
  number: string | undefined,
): Promise<Pick<LandingVersion, 'number' | 'blocks'> | null> {
  if (number === undefined || number === String(version.number)) return version;
  if (!/^\d{1,9}$/.test(number)) return null;
  const row = await db
    .selectFrom('landing_versions')
    .select(['number', 'blocks'])
    .where('scope', '=', scope)
    .where('flow_id', '=', flow_id)
    .where('number', '=', Number(number))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the countries from which visitors of a page probably come: first the country of its owner, then the likely
 * country for its language.
 */
async function countriesOf({ db, scope }: Deps, { owner_id, version }: Page): Promise<(string | null)[]> {
  const owner = await db
    .selectFrom('users')
    .select('country')
    .where('scope', '=', scope)
    .where('id', '=', owner_id)
    .executeTakeFirst();
  return [owner?.country ?? null, likelyCountry[version.lang]];
}

/** Returns the fields of a body; null if a field is unknown or is given twice. */
function fieldsOf(body: unknown, block: FormBlock): Record<string, string> | null {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>);
  const names: readonly string[] = [...OWN_FIELDS, ...block.fields];
  const isKnown = entries.every(([name, value]) => names.includes(name) && typeof value === 'string');
  return isKnown ? (Object.fromEntries(entries) as Record<string, string>) : null;
}

/**
 * Returns a text field of the body; undefined if it is missing or empty. Used for the fields that identify the version
 * and the form, on which the names of the other fields depend.
 */
function textIn(body: unknown, name: string): string | undefined {
  const value = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Counts a form. Returns null if the form is within the limit, and otherwise the seconds until the next form is
 * accepted.
 */
async function countForm(deps: Deps, key: string, max: number): Promise<number | null> {
  try {
    await countRequest(deps, { key, max, window_s: 60 });
    return null;
  } catch (error) {
    if (error instanceof RefusedForNow) return error.retry_after_s;
    throw error;
  }
}

type Refusal = Omit<Extract<FormReply, { result: 'refused' }>, 'result' | 'page' | 'block'>;

const createRefusal = (message: Refusal['message'], errors: FormErrors = {}): Refusal => ({
  status: 422,
  retry_after_s: null,
  message,
  errors,
});
const createBusyRefusal = (retry_after_s: number): Refusal => ({
  status: 429,
  retry_after_s,
  message: 'busy',
  errors: {},
});

/** Checks and stores a form of a published page. Returns null if the form was accepted. */
async function checkAndStore(
  deps: Deps,
  { page, block, version, body, public_url }: AcceptedForm,
): Promise<Refusal | null> {
  const fields = fieldsOf(body, block);
  const key = fields?.['key'] ?? null;
  if (!fields || (key !== null && !Id.safeParse(key).success)) return createRefusal('changed');
  // Show the page for a sent form, so that the author of a bot does not learn which field identified the bot.
  if (fields['website']) return null;
  const { values, errors } = checkForm(fields, { block, countries: await countriesOf(deps, page) });
  if (Object.keys(errors).length > 0) return createRefusal('incomplete', errors);
  const took = fields['took'];
  if (took !== undefined && !(Number(took) >= MIN_TIME_MS)) return createRefusal('again');
  const waitSeconds = await countForm(deps, `landing form page ${page.flow_id}`, MAX_FOR_PAGE);
  if (waitSeconds !== null) return createBusyRefusal(waitSeconds);
  const { flow_id, owner_id } = page;
  const { title, lang } = page.version;
  const { id: form_id, consent, tag } = block;
  const form = { key, flow_id, owner_id, title, lang, version, form_id, values, consent, tag };
  await storeForm(deps, form, public_url);
  return null;
}

interface AcceptedForm {
  page: Page;
  block: FormBlock;
  /** The version that the visitor saw. */
  version: number;
  body: unknown;
  public_url: string;
}

/**
 * Receives a form from a visitor. A form that cannot be accepted or stored is shown again with its errors and the
 * entered texts.
 */
export async function receiveForm(
  deps: Deps,
  public_url: string,
  { unique_name, ip, body }: ReceivedForm,
): Promise<FormReply> {
  const page = await findPublishedPage(deps.db, deps.scope, unique_name);
  if (page?.state !== 'published') return { result: page ? 'gone' : 'missing' };
  const seenByVisitor = await seenVersion(deps, page, textIn(body, 'version'));
  const known = seenByVisitor && findForm(seenByVisitor.blocks, textIn(body, 'form'));
  const block = known ?? findForm(page.version.blocks, undefined);
  if (!block) return { result: 'missing' };
  const reply = (refusal: Refusal): FormReply => ({ result: 'refused', page, block, ...refusal });
  const waitSeconds = await countForm(deps, `landing form ip ${addressPrefix(ip)}`, MAX_FROM_ADDRESS);
  if (waitSeconds !== null) return reply(createBusyRefusal(waitSeconds));
  // A visitor must agree to the text that they saw. If that version is not stored any more, the form with the current
  // text is shown.
  if (!known) return reply(createRefusal('changed'));
  try {
    const refusal = await checkAndStore(deps, { page, block, version: seenByVisitor.number, body, public_url });
    return refusal ? reply(refusal) : { result: 'sent', page, block };
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') return { result: 'gone' };
    deps.log.error({ err: error }, 'a form could not be stored');
    return reply({ status: 503, retry_after_s: 5, message: 'failed', errors: {} });
  }
}
