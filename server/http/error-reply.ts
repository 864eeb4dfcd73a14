import type { ErrorBody, FieldError } from '../../contract/error-body.ts';
import { type FieldCode, isFieldCode } from '../../contract/field-codes.ts';
import type { Lang } from '../../contract/fields.ts';
import { loadTexts, type Texts } from './texts.ts';
import type { Refusal } from './idempotency.ts';

/**
 * Fields of a refusal that contain facts such as names and states. Their values are never error codes, even if a value
 * equals a field code.
 */
const factFields = new Set(['state', 'command', 'asked', 'by', 'deleted_by', 'person_name', 'responsible_name']);

const isFieldError =
  (code: Refusal['code']) =>
  (entry: [string, unknown]): entry is [string, FieldCode] =>
    (code === 'invalid' || !factFields.has(entry[0])) && isFieldCode(entry[1]);

/**
 * Returns the message for the entire request: the message of its code or, if the code is `invalid`, a more specific
 * message derived from its fields.
 */
function messageOf(code: Refusal['code'], fields: readonly FieldCode[], texts: Texts['errors']): string {
  if (code !== 'invalid') return texts[code];
  if (fields.length === 0) return texts.malformed;
  if (fields.every((field) => field === 'required')) return texts.all_required;
  const [first, ...others] = new Set(fields.map((field) => texts[field]));
  return others.length === 0 ? first! : texts.several_invalid;
}

/** Builds the response body of a refusal in a language. */
export function errorBody(refusal: Refusal, language: Lang, request_id: string): ErrorBody {
  const texts = loadTexts()[language].errors;
  const { fields: given = {}, ...others } = refusal;
  const isError = isFieldError(refusal.code);
  const errors = Object.entries(given).filter(isError);
  const details = Object.entries(given).filter((entry) => !isError(entry));
  const fields = errors.map(([name, code]): [string, FieldError] => [name, { code, message: texts[code] }]);
  return {
    ...others,
    message: messageOf(
      refusal.code,
      errors.map(([, code]) => code),
      texts,
    ),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(details.length > 0 && { details: Object.fromEntries(details) }),
    request_id,
  };
}
