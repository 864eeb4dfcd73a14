/** A form that must be sent to the server. It is kept in localStorage until the server has responded. */
export interface KeptForm {
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

const nameOf = ({ url, form }: Pick<KeptForm, 'url' | 'form'>): string => `${PREFIX}${url}#${form}`;

/** Keeps a form. Returns false if this browser does not allow storage. */
export function keepForm(kept: KeptForm): boolean {
  try {
    localStorage.setItem(nameOf(kept), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function deleteKeptForm(kept: Pick<KeptForm, 'url' | 'form'>): void {
  try {
    localStorage.removeItem(nameOf(kept));
  } catch {
    // If the browser does not allow storage, there is no kept form to delete.
  }
}

/** Returns all kept forms, including those of other pages. Deletes kept forms that are too old. */
export function keptForms(): KeptForm[] {
  try {
    const found = Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => JSON.parse(localStorage.getItem(name) ?? '') as KeptForm);
    const isOld = ({ at }: KeptForm) => Date.now() - at > MAX_AGE_MS;
    found.filter(isOld).forEach(deleteKeptForm);
    return found.filter((kept) => !isOld(kept));
  } catch {
    return [];
  }
}
