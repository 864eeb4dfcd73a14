/** A form that must be sent to the server. It is kept in localStorage until the server has responded. */
export interface UnsentForm {
  /** The address to which the form is sent. */
  url: string;
  /** Id of the block, which distinguishes the forms of a page. */
  form: string;
  /** The fields, with the key that identifies a repetition. */
  body: string;
  at: number;
}

const PREFIX = 'form:';
const MAX_AGE_MS = 30 * 86_400_000;

const nameOf = ({ url, form }: Pick<UnsentForm, 'url' | 'form'>): string => `${PREFIX}${url}#${form}`;

/** Keeps a form. Returns false if this browser does not allow storage. */
export function saveUnsentForm(kept: UnsentForm): boolean {
  try {
    localStorage.setItem(nameOf(kept), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function deleteUnsentForm(kept: Pick<UnsentForm, 'url' | 'form'>): void {
  try {
    localStorage.removeItem(nameOf(kept));
  } catch {
    // If the browser does not allow storage, there is no unsent form to delete.
  }
}

/** Returns all unsent forms, including those of other pages. Deletes forms that are too old. */
export function readUnsentForms(): UnsentForm[] {
  try {
    const found = Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => JSON.parse(localStorage.getItem(name) ?? '') as UnsentForm);
    const isOld = ({ at }: UnsentForm) => Date.now() - at > MAX_AGE_MS;
    found.filter(isOld).forEach(deleteUnsentForm);
    return found.filter((kept) => !isOld(kept));
  } catch {
    return [];
  }
}
