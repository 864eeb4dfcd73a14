import type { FormField } from '../../../../../contract/landing/values.ts';
import type { TemplateBlock } from '../../actions.ts';

/** The page templates that a new flow can start with. */
export const templateKeys = ['evening', 'course', 'consultation', 'newsletter', 'personal'] as const;
export type TemplateKey = (typeof templateKeys)[number];

export type Templates = Readonly<Record<TemplateKey, readonly TemplateBlock[]>>;

const toForm = { kind: 'form', value: '' } as const;

/** Returns the hero block of a template, whose button leads to the form of the page. */
export const hero = (title: string, subtitle: string, label: string): TemplateBlock => ({
  type: 'hero',
  title,
  subtitle,
  label,
  target: toForm,
});

export const heading = (text: string): TemplateBlock => ({ type: 'heading', text, level: 2 });

export const text = (content: string): TemplateBlock => ({ type: 'text', text: content });

export const list = (...items: string[]): TemplateBlock => ({ type: 'list', items, icon: 'check' });

export const steps = (...items: string[]): TemplateBlock => ({ type: 'list', items, icon: 'number' });

export const faq = (...questions: [question: string, answer: string][]): TemplateBlock => ({
  type: 'faq',
  questions: questions.map(([question, answer]) => ({ question, answer })),
});

interface FormTexts {
  fields: FormField[];
  label: string;
  consent: string;
  thanks: string;
  tag: string;
}

export const form = (texts: FormTexts): TemplateBlock => ({ type: 'form', ...texts });

export const button = (label: string): TemplateBlock => ({ type: 'button', label, target: toForm });

export const divider: TemplateBlock = { type: 'divider' };
