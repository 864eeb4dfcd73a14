import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Error codes by field name. */
export type ErrorCodes = Readonly<Record<string, unknown>>;

type Target<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setError'>;

/**
 * Shows the server's error codes on the fields that they name. Returns the number of these fields that exist in the
 * form.
 */
export function showServerErrors<Values extends FieldValues>(
  form: Target<Values>,
  codes: ErrorCodes,
  shouldFocus = true,
): number {
  const values = form.getValues();
  const isField = (name: string): name is Path<Values> => Object.hasOwn(values, name);
  let shownCount = 0;
  for (const [name, code] of Object.entries(codes)) {
    if (!isField(name) || typeof code !== 'string') continue;
    form.setError(name, { type: 'server', message: code }, { shouldFocus: shouldFocus && shownCount === 0 });
    shownCount += 1;
  }
  return shownCount;
}
