import type { Me } from '../../contract/entities/me.ts';
import { negotiateLanguage } from '../../contract/language.ts';
import { languages, textSizes, themes } from '../../contract/preference-values.ts';
import type { Preferences } from '../hooks/app-context.tsx';
import type { DeviceDb } from '../db/schema/db.ts';
import { saveDeviceValue, savedDeviceValue } from '../db/schema/device.ts';
import { LOOK_KEY } from '../lib/look-key.ts';
import { activateLanguage } from './i18n.ts';

const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((item) => item === value);

/**
 * Returns the last applied preferences. They are read before a database is open, so that the page does not first appear
 * in a different theme.
 */
function bootCopy(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(LOOK_KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the preferences to use before the database is open. */
export function bootPreferences(): Preferences {
  const copy = bootCopy();
  return {
    language: oneOf(languages, copy['language']) ?? negotiateLanguage(navigator.languages),
    theme: oneOf(themes, copy['theme']) ?? 'system',
    text_size: oneOf(textSizes, copy['text_size']) ?? 'm',
  };
}

/**
 * Returns the preferences that apply. A choice that was saved on this device takes precedence over that of the account.
 * If neither has a language, that of the browser applies, or English.
 */
export function resolvePreferences(
  chosen: Partial<Preferences>,
  me: Me | null,
  browserLanguages: readonly string[],
): Preferences {
  return {
    language: chosen.language ?? me?.language ?? negotiateLanguage(browserLanguages),
    theme: chosen.theme ?? me?.theme ?? 'system',
    text_size: chosen.text_size ?? me?.text_size ?? 'm',
  };
}

export async function savedPreferences(device: DeviceDb): Promise<Partial<Preferences>> {
  const [language, theme, text_size] = await Promise.all([
    savedDeviceValue(device, 'language'),
    savedDeviceValue(device, 'theme'),
    savedDeviceValue(device, 'text_size'),
  ]);
  return { ...(language && { language }), ...(theme && { theme }), ...(text_size && { text_size }) };
}

export async function savePreferences(device: DeviceDb, change: Partial<Preferences>): Promise<void> {
  if (change.language) await saveDeviceValue(device, 'language', change.language);
  if (change.theme) await saveDeviceValue(device, 'theme', change.theme);
  if (change.text_size) await saveDeviceValue(device, 'text_size', change.text_size);
}

function applyToDocument({ theme, text_size }: Preferences): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  dataset['text'] = text_size;
}

/**
 * Applies theme and text size at once, and the language as soon as its texts are loaded. Stores all three for the next
 * start.
 */
export async function applyPreferences(preferences: Preferences): Promise<void> {
  applyToDocument(preferences);
  try {
    localStorage.setItem(LOOK_KEY, JSON.stringify(preferences));
  } catch {
    // Without storage, the next start shows the default theme for a moment. Nothing else depends on the copy.
  }
  await activateLanguage(preferences.language);
}
