/** A form on its way to the server, as it is kept in localStorage until the server has answered. */
export interface KeptForm {
  /** The address to which the form is sent. */
  url: string;
  /** Id of the block, which distinguishes the forms of a page. */
  form: string;
  /** The fields, with the key by which the server recognises a repetition. */
  body: string;
  at: number;
}

const PREFIX = 'form:';
const MAX_AGE_MS = 30 * 86_400_000;

const nameOf = ({ url, form }: Pick<KeptForm, 'url' | 'form'>): string => `${PREFIX}${url}#${form}`;

/** Keeps a form; returns false if this browser stores nothing. */
export function keep(kept: KeptForm): boolean {
  try {
    localStorage.setItem(nameOf(kept), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forget(kept: Pick<KeptForm, 'url' | 'form'>): void {
  try {
    localStorage.removeItem(nameOf(kept));
  } catch {
    // Without storage, nothing was kept.
  }
}

/** Returns all kept forms, also those of other pages. Those that are too old are deleted. */
export function keptForms(): KeptForm[] {
  try {
    const found = Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => JSON.parse(localStorage.getItem(name) ?? '') as KeptForm);
    const isOld = ({ at }: KeptForm) => Date.now() - at > MAX_AGE_MS;
    found.filter(isOld).forEach(forget);
    return found.filter((kept) => !isOld(kept));
  } catch {
    return [];
  }
}
