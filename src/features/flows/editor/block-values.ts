import { isWebUrl, propsError, type AnyProps, type PropName } from '../../../../contract/landing/props.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import type { cardKinds, FormField, listIcons, TargetKind } from '../../../../contract/landing/values.ts';
import { z } from '../../../../contract/zod.ts';
import { parsePhone } from '../../../lib/phone.ts';
import { telegramName } from '../../../lib/telegram-name.ts';
import { propNames } from '../publish/changes.ts';

/**
 * Values of a block's form. They include the fields of all types of blocks; only those of the block's own type are
 * shown and saved.
 */
export interface BlockValues {
  title: string;
  subtitle: string;
  text: string;
  level: string;
  alt: string;
  decorative: boolean;
  label: string;
  target_kind: string;
  target_value: string;
  url: string;
  fields: FormField[];
  consent: string;
  thanks: string;
  tag: string;
  phone: string;
  email: string;
  telegram: string;
  address: string;
  questions: { question: string; answer: string }[];
  quote: string;
  author: string;
  items: { text: string }[];
  icon: string;
  until: string;
  expired_text: string;
  /** The kind and the id of the item that a card block presents, separated by a colon. */
  ref: string;
}

/** Returns the form values of a block. */
export function valuesOf(block: LandingBlock): BlockValues {
  const { target, ref } = block;
  return {
    title: block.title ?? '',
    subtitle: block.subtitle ?? '',
    text: block.text ?? '',
    level: String(block.level ?? 2),
    alt: block.alt ?? '',
    decorative: block.decorative ?? false,
    label: block.label ?? '',
    target_kind: target?.kind ?? 'form',
    target_value: target?.value ?? '',
    url: block.url ?? '',
    fields: block.fields ?? [],
    consent: block.consent ?? '',
    thanks: block.thanks ?? '',
    tag: block.tag ?? '',
    phone: block.phone ?? '',
    email: block.email ?? '',
    telegram: block.telegram ?? '',
    address: block.address ?? '',
    questions: (block.questions ?? []).map(({ question, answer }) => ({ question, answer })),
    quote: block.quote ?? '',
    author: block.author ?? '',
    items: (block.items ?? []).map((text) => ({ text })),
    icon: block.icon ?? 'check',
    until: block.until ?? '',
    expired_text: block.expired_text ?? '',
    ref: ref ? `${ref.kind}:${ref.id}` : '',
  };
}

/** Adds `https://` to a web address that was typed without it. */
function webUrl(text: string): string {
  const url = text.trim();
  return url === '' || /^[a-z]+:/i.test(url) || !isWebUrl(`https://${url}`) ? url : `https://${url}`;
}

async function targetOf({ target_kind, target_value }: BlockValues, country: string | null) {
  const kind = target_kind as TargetKind;
  const text = target_value.trim();
  if (kind === 'form' || text === '') return { kind, value: '' };
  if (kind === 'phone') return { kind, value: (await parsePhone(text, country)) ?? text };
  return { kind, value: kind === 'telegram' ? telegramName(text) : webUrl(text) };
}

/** Converts form values to the props of a block, except its images, which are not part of the form. */
async function propsFrom(values: BlockValues, country: string | null): Promise<AnyProps> {
  const { target_kind: _, target_value: __, level, items, icon, until, ref, phone, telegram, url, ...texts } = values;
  const [kind, id = ''] = ref.split(':');
  return {
    ...texts,
    level: level === '3' ? 3 : 2,
    target: await targetOf(values, country),
    url: webUrl(url),
    email: texts.email.trim(),
    phone: phone.trim() === '' ? '' : ((await parsePhone(phone, country)) ?? phone.trim()),
    telegram: telegramName(telegram),
    items: items.map((item) => item.text),
    icon: icon as (typeof listIcons)[number],
    until: until === '' ? null : until,
    ref: ref === '' ? null : { kind: kind as (typeof cardKinds)[number], id },
  };
}

/** The form field that shows the error of a prop, for props whose form field has a different name. */
const fieldOf: Partial<Record<PropName, keyof BlockValues>> = { target: 'target_value' };

export interface ParsedValues {
  /** The valid props of the block; invalid ones are missing. */
  props: AnyProps;
  /** Error codes by form field. */
  errors: Record<string, string>;
}

/**
 * Validates the values of a block's form and converts them to props. `country` completes phone numbers without a
 * country code.
 */
export async function parseValues(
  type: LandingBlock['type'],
  values: BlockValues,
  country: string | null,
): Promise<ParsedValues> {
  const all = await propsFrom(values, country);
  const names = propNames(type).filter((name) => name in all);
  const entries = names.map((name) => [name, all[name], propsError(type, { [name]: all[name] })?.[name]] as const);
  return {
    props: Object.fromEntries(entries.flatMap(([name, value, error]) => (error === undefined ? [[name, value]] : []))),
    errors: Object.fromEntries(
      entries.flatMap(([name, , error]) => (error === undefined ? [] : [[fieldOf[name] ?? name, error]])),
    ),
  };
}

/** Returns the schema of a block's form, whose messages are error codes. */
export function blockSchema(type: LandingBlock['type'], country: string | null) {
  return z.pipe(
    z.custom<BlockValues>(),
    z.transform(async (values: BlockValues, context) => {
      const { props, errors } = await parseValues(type, values, country);
      for (const [path, message] of Object.entries(errors))
        context.issues.push({ code: 'custom', message, path: [path], input: values });
      return props;
    }),
  );
}
