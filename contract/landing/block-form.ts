import type { LandingContext } from './context.ts';
import { pageTexts } from './page-texts.ts';
import type { PropsOf } from './props.ts';
import { element, type LandingElement, type LandingNode } from './tree.ts';
import type { FormField } from './values.ts';

/** Maximum number of characters in each form field. */
export const formLimits: Record<FormField, number> = { name: 100, phone: 40, email: 254, city: 100, comment: 2000 };

const inputs: Record<Exclude<FormField, 'comment'>, { type: string; inputmode?: string; autocomplete: string }> = {
  name: { type: 'text', autocomplete: 'given-name' },
  phone: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  email: { type: 'email', inputmode: 'email', autocomplete: 'email' },
  city: { type: 'text', autocomplete: 'address-level2' },
};

interface FieldOptions {
  id: string;
  isRequired: boolean;
  isOptional: boolean;
}

// React renders `name` after the other attributes of an input. The attributes here have the same order, so that the
// server and the editor produce the same HTML.
const control = (field: FormField, { id, isRequired }: FieldOptions): LandingElement => {
  const shared = { id, maxlength: String(formLimits[field]), required: isRequired, name: field };
  return field === 'comment'
    ? element('textarea', { rows: '4', ...shared })
    : element('input', { ...inputs[field], ...shared });
};

function fieldTree(field: FormField, options: FieldOptions, { lang }: LandingContext): LandingElement {
  const texts = pageTexts[lang];
  const note = options.isOptional ? element('small', {}, [` (${texts.optional})`]) : null;
  return element('div', { class: 'field' }, [
    element('label', { for: options.id }, [texts.fields[field], note]),
    control(field, options),
  ]);
}

/** Returns a honeypot: a field that people neither see nor reach. If it is filled in, a bot has sent the form. */
const honeypot = (id: string, { lang }: LandingContext): LandingElement =>
  element('div', { class: 'extra', 'aria-hidden': 'true' }, [
    element('label', { for: id }, [pageTexts[lang].leaveEmpty]),
    element('input', { type: 'text', id, tabindex: '-1', autocomplete: 'off', name: 'website' }),
  ]);

const hiddenInput = (name: string, value: string): LandingElement => element('input', { type: 'hidden', name, value });

function consentTree(id: string, consent: string, { lang, app_url }: LandingContext): LandingElement {
  return element('div', { class: 'consent' }, [
    element('input', { type: 'checkbox', id, required: true, name: 'consent' }),
    element('div', {}, [
      element('label', { for: id }, [consent]),
      ' ',
      element('a', { href: `${app_url}/pages/privacy` }, [pageTexts[lang].privacy]),
    ]),
  ]);
}

/** Returns the form of a page. It is a plain HTML form that works without a script. */
export function formBlock(id: string, props: PropsOf<'form'>, context: LandingContext): LandingNode {
  const { fields, consent, label } = props;
  const texts = pageTexts[context.lang];
  const hasBoth = fields.includes('phone') && fields.includes('email');
  const isRequired = (field: FormField) => field === 'name' || (!hasBoth && (field === 'phone' || field === 'email'));
  const isOptional = (field: FormField) => field === 'city' || field === 'comment';
  return element('form', { action: context.form.action, method: 'post' }, [
    hiddenInput('form', id),
    hiddenInput('version', String(context.form.version)),
    ...fields.map((field) =>
      fieldTree(field, { id: `${field}-${id}`, isRequired: isRequired(field), isOptional: isOptional(field) }, context),
    ),
    hasBoth && element('p', { class: 'hint' }, [texts.phoneOrEmail]),
    honeypot(`website-${id}`, context),
    consentTree(`consent-${id}`, consent, context),
    element('button', { type: 'submit' }, [label || texts.send]),
  ]);
}
