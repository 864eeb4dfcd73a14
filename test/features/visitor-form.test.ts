import { beforeEach, describe, expect, it, vi } from 'vitest';
import { enhanceForms } from '../../server/landing/visitor/visitor-form.ts';

const html = `<form action="/l/first-steps/form" method="post">
  <input type="hidden" name="form" value="block-1"><input type="hidden" name="version" value="3">
  <input name="name" id="name" required><input type="tel" name="phone" id="phone">
  <input type="email" name="email" id="email"><textarea name="comment" id="comment"></textarea>
  <input type="checkbox" name="consent" id="consent" required>
  <button>Send</button></form>`;

type Answer = { status: number; body: unknown; headers?: Record<string, string> } | 'no network';

interface SentRequest {
  url: string;
  fields: Record<string, string>;
}

let sent: SentRequest[];
let answers: Answer[];
const thanks: Answer = { status: 200, body: { ok: true, title: 'Thank you', message: 'See you soon' } };

beforeEach(() => {
  sent = [];
  answers = [];
  localStorage.clear();
  document.documentElement.lang = 'en';
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push({ url, fields: body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)) });
    const answer = answers.shift() ?? 'no network';
    if (answer === 'no network') return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), { status: answer.status, headers: answer.headers ?? {} }),
    );
  });
  open();
});

/** Opens the page as a visitor does. */
function open(): void {
  document.body.innerHTML = html;
  enhanceForms();
}

const form = () => document.querySelector('form')!;
const status = () => document.querySelector<HTMLElement>('[role=status]')!;
const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const errors = () => [...document.querySelectorAll('.error')].map(({ id, textContent }) => [id, textContent]);
const press = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click();
const storedCount = () => Object.keys(localStorage).length;
const settled = (check: () => void) => vi.waitFor(check);

function fill(entries: Record<string, string> = { name: 'Ada', phone: '+4915123456789' }): void {
  for (const [id, value] of Object.entries(entries)) field(id).value = value;
  field('consent').checked = true;
}

const submit = () => form().dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));

describe('script of a visitor form', () => {
  it('the script of a visitor form shows missing values at their fields, and sends nothing', () => {
    submit();
    expect(errors()).toEqual([
      ['name-error', 'Please, fill this field'],
      ['phone-error', 'Enter a phone number or an email address'],
      ['consent-error', 'Please agree, so that you can be contacted'],
    ]);
    expect(document.activeElement).toBe(field('name'));
    expect(field('phone').getAttribute('aria-describedby')).toBe('phone-error');
    fill({ name: 'Ada', email: 'nowhere' });
    submit();
    expect(errors()).toEqual([['email-error', 'Please, enter valid email address']]);
    expect([sent, storedCount()]).toEqual([[], 0]);
  });

  it('the script sends a visitor form with a key, and shows the thank-you text instead of the form', async () => {
    answers = [thanks];
    fill();
    submit();
    submit();
    await settled(() => expect(status().hidden).toBe(false));
    expect(sent).toMatchObject([
      {
        url: '/l/first-steps/form',
        fields: { form: 'block-1', version: '3', name: 'Ada', phone: '+4915123456789', consent: 'on' },
      },
    ]);
    expect(sent[0]!.fields['key']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number(sent[0]!.fields['took'])).toBeGreaterThanOrEqual(0);
    expect(status().textContent).toBe('Thank youSee you soon');
    expect([form().hidden, storedCount()]).toEqual([true, 0]);
  });

  it('the script stores a visitor form while offline, and sends it with the same key when online', async () => {
    fill();
    submit();
    await settled(() => expect(status().textContent).toContain('kept in this browser'));
    expect(storedCount()).toBe(1);
    answers = [thanks];
    dispatchEvent(new Event('online'));
    await settled(() => expect(status().textContent).toContain('See you soon'));
    expect(status().textContent).toMatch(/Sent at \d\d:\d\d/);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(storedCount()).toBe(0);
  });

  it('the script sends a stored visitor form at the next visit, even to another page', async () => {
    fill();
    submit();
    await settled(() => expect(storedCount()).toBe(1));
    answers = [thanks];
    document.body.innerHTML = '<p>Another page</p>';
    enhanceForms();
    await settled(() => expect(storedCount()).toBe(0));
    expect(sent[1]).toEqual(sent[0]);
  });

  it('the script sends a stored visitor form again on Try now, and deletes it on Discard', async () => {
    fill();
    submit();
    await settled(() => expect(status().hidden).toBe(false));
    press('Try now');
    await settled(() => expect(sent).toHaveLength(2));
    await settled(() => expect(form().querySelector('button')!.disabled).toBe(false));
    press('Discard');
    expect([form().hidden, status().hidden, storedCount()]).toEqual([false, true, 0]);
    expect(field('name').value).toBe('Ada');
  });

  it("the script stores a visitor form that the server could not save, and shows the server's message", async () => {
    answers = [{ status: 503, body: { ok: false, message: 'The server is busy.' }, headers: { 'Retry-After': '5' } }];
    fill();
    submit();
    await settled(() => expect(status().textContent).toContain('The server is busy.'));
    expect(storedCount()).toBe(1);
  });

  it("the script shows the server's validation errors at the fields, and does not store the visitor form", async () => {
    answers = [
      {
        status: 422,
        body: { ok: false, message: 'Check the marked fields.', fields: { phone: 'Phone is incorrect' } },
      },
    ];
    fill();
    submit();
    await settled(() => expect(errors()).toEqual([['phone-error', 'Phone is incorrect']]));
    expect(status().textContent).toBe('Check the marked fields.');
    expect([form().hidden, storedCount(), document.activeElement]).toEqual([false, 0, field('phone')]);
    answers = [thanks];
    submit();
    await settled(() => expect(status().textContent).toContain('See you soon'));
    expect(sent[1]!.fields['key']).not.toBe(sent[0]!.fields['key']);
  });

  it.each([
    [200, '<h1>Welcome to the Wi-Fi of the station</h1>'],
    [200, []],
    [200, null],
    [200, { ok: true }],
    [404, 'Not found'],
    [422, {}],
  ])('the script stores a visitor form if the response did not come from the server: %i %j', async (code, body) => {
    answers = [{ status: code, body }];
    fill();
    submit();
    await settled(() => expect(status().textContent).toContain('kept in this browser'));
    expect(storedCount()).toBe(1);
  });

  it('the script says that the page of a visitor form is gone, and stores nothing', async () => {
    answers = [{ status: 410, body: { ok: false, gone: true } }];
    fill();
    submit();
    await settled(() => expect(status().textContent).toBe('This page is no longer available. The form is not sent.'));
    expect(storedCount()).toBe(0);
  });

  it('the script validates a phone number on the server, and sends the form in any case', async () => {
    answers = [{ status: 200, body: { valid: false, phone: null, error: 'Phone is incorrect' } }, thanks];
    fill({ name: 'Ada', phone: '12' });
    field('phone').dispatchEvent(new Event('change', { bubbles: true }));
    await settled(() => expect(errors()).toEqual([['phone-error', 'Phone is incorrect']]));
    expect(sent).toEqual([{ url: '/api/landings/validate_phone/', fields: { phone: '12' } }]);
    submit();
    await settled(() => expect(status().textContent).toContain('See you soon'));
  });

  it('the script clears an error of a visitor form on input, and validates again on blur', async () => {
    submit();
    field('name').dispatchEvent(new Event('input', { bubbles: true }));
    expect(errors().map(([id]) => id)).toEqual(['phone-error', 'consent-error']);
    field('name').dispatchEvent(new Event('change', { bubbles: true }));
    expect(errors()).toHaveLength(2);
    await settled(() => expect(errors()).toHaveLength(3));
  });

  it('the script asks the visitor to keep the page open if the browser cannot store the form', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fill();
    submit();
    await settled(() => expect(status().textContent).toContain('Keep this page open'));
  });

  it('the script deletes a stored visitor form after thirty days', async () => {
    const at = Date.now() - 30 * 86_400_000 - 1;
    const old = { url: '/l/first-steps/form', form: 'block-1', body: 'name=Ada', at };
    localStorage.setItem('form:/l/first-steps/form#block-1', JSON.stringify(old));
    open();
    expect([storedCount(), sent]).toEqual([0, []]);
  });
});
