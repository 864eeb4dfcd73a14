import { deleteUnsentForm, saveUnsentForm, readUnsentForms, type UnsentForm } from './unsent-forms.ts';
import { phoneError, sendForm, type SendResult } from './send.ts';
import { language, texts } from './texts.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Shows a message at a field; an empty message removes the message that is shown. The HTML is the same as that of the server. */
function showError(field: Field, message: string): void {
  const id = `${field.id || field.name}-error`;
  document.getElementById(id)?.remove();
  field.toggleAttribute('aria-invalid', false);
  field.removeAttribute('aria-describedby');
  if (!message) return;
  const messageElement = createElement('span', 'error', message);
  messageElement.id = id;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  field.after(messageElement);
}

/** Returns an error of a field that can be detected in the browser. The server checks all fields again. */
function errorOf(field: Field): string {
  if (field.required && (field.type === 'checkbox' ? !(field as HTMLInputElement).checked : !field.value.trim()))
    return field.name === 'consent' ? texts.consent : texts.required;
  return field.type === 'email' && !field.validity.valid ? texts.email : '';
}

/** Returns a random UUID. Browsers provide `randomUUID` only on https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const openedAt = Date.now();
const CHECK_DELAY_MS = 300;

/**
 * Sends a form with a script instead of a page load, and keeps the form in the browser while there is no connection.
 */
class VisitorForm {
  readonly #form: HTMLFormElement;
  readonly #status = createElement('div', 'alert', '');
  #isSending = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#status.setAttribute('role', 'status');
    this.#status.hidden = true;
    form.before(this.#status);
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    form.addEventListener('input', ({ target }) => showError(target as Field, ''));
    form.addEventListener('change', ({ target }) => {
      // Wait before checking: a message that appears while the visitor presses a button would move the button away.
      setTimeout(() => void this.#check(target as Field), CHECK_DELAY_MS);
    });
  }

  /** The address and the block, which identify this form among the unsent forms. */
  get id(): Pick<UnsentForm, 'url' | 'form'> {
    const { value } = this.#form.elements.namedItem('form') as HTMLInputElement;
    return { url: new URL(this.#form.action).pathname, form: value };
  }

  get #fields(): Field[] {
    return [...this.#form.querySelectorAll<Field>('input:not([type=hidden]),textarea')];
  }

  #field(name: string): Field | undefined {
    return this.#fields.find((field) => field.name === name);
  }

  async #check(field: Field): Promise<void> {
    showError(field, errorOf(field));
    const { value } = field;
    if (field.type !== 'tel' || !value.trim()) return;
    const message = await phoneError(value);
    if (field.value === value) showError(field, message);
  }

  #submit(): void {
    if (this.#isSending) return;
    const errors = new Map(this.#fields.map((field) => [field.name, errorOf(field)]));
    const contactFields = ['phone', 'email'].map((name) => this.#field(name)).filter((field) => field !== undefined);
    if (contactFields.every((field) => !field.value.trim())) errors.set(contactFields[0]?.name ?? '', texts.reach);
    this.#show(Object.fromEntries(errors));
    if ([...errors.values()].some(Boolean)) return;
    const body = new URLSearchParams({ key: newKey(), took: String(Date.now() - openedAt) });
    for (const [name, value] of new FormData(this.#form)) if (typeof value === 'string') body.append(name, value);
    void this.send({ ...this.id, body: body.toString(), at: Date.now() });
  }

  /** Shows messages at the fields and moves the focus to the first invalid field. */
  #show(errors: Record<string, string>): void {
    const invalidFields = this.#fields.filter((field) => {
      showError(field, errors[field.name] ?? '');
      return errors[field.name];
    });
    invalidFields[0]?.focus();
  }

  /** Sends a new or unsent form, and repeats this until the server has responded. */
  async send(kept: UnsentForm, isRepeated = false): Promise<void> {
    if (this.#isSending) return;
    clearTimeout(this.#retry);
    this.#isSending = true;
    const isKept = saveUnsentForm(kept);
    const button = this.#form.querySelector('button');
    if (button) button.disabled = true;
    const answer = await sendForm(kept);
    this.#isSending = false;
    if (button) button.disabled = false;
    if (answer.result === 'unknown') return this.#wait(kept, isKept, answer);
    deleteUnsentForm(kept);
    this.#end(answer, isRepeated);
  }

  #wait(kept: UnsentForm, isKept: boolean, { message, retryAfterS }: Extract<SendResult, { result: 'unknown' }>): void {
    const sendAgain = () => void this.send(kept, true);
    const retryButton = createElement('button', '', texts.retry);
    const discardButton = createElement('button', '', texts.discard);
    retryButton.onclick = sendAgain;
    discardButton.onclick = () => {
      clearTimeout(this.#retry);
      removeEventListener('online', sendAgain);
      deleteUnsentForm(kept);
      this.#say('');
    };
    this.#say(message || (isKept ? texts.kept : texts.unkept), retryButton, discardButton);
    addEventListener('online', sendAgain, { once: true });
    this.#retry = setTimeout(sendAgain, retryAfterS * 1000);
  }

  /** Shows a text instead of the form; an empty text shows the form again. */
  #say(text: string, ...actions: HTMLElement[]): void {
    this.#status.replaceChildren(createElement('p', '', text), ...actions);
    this.#status.hidden = !text;
    this.#form.hidden = Boolean(text);
  }

  #end(answer: Exclude<SendResult, { result: 'unknown' }>, isRepeated: boolean): void {
    if (answer.result === 'refused') {
      this.#say('');
      this.#status.replaceChildren(createElement('p', '', answer.message));
      this.#status.hidden = false;
      this.#show(answer.fields);
      return;
    }
    if (answer.result === 'gone') return this.#say(texts.gone);
    const time = new Date().toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
    this.#say(answer.message, ...(isRepeated ? [createElement('p', '', `${texts.sentAt} ${time}`)] : []));
    this.#status.prepend(createElement('h2', '', answer.title));
  }
}

/**
 * Makes the script send the forms of the page, and sends the forms that were kept on earlier visits, including those of
 * other pages.
 */
export function enhanceForms(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[action$="/form"]')].map(
    (form) => new VisitorForm(form),
  );
  for (const kept of readUnsentForms()) {
    const own = forms.find(({ id }) => id.url === kept.url && id.form === kept.form);
    if (own) void own.send(kept, true);
    else
      void sendForm(kept).then(({ result }) => {
        if (result !== 'unknown') deleteUnsentForm(kept);
      });
  }
}
