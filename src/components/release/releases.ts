import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A version of the product, with the changes that users notice. */
export interface Release {
  version: string;
  /** Complete sentences, the most important first. */
  notes: readonly MessageDescriptor[];
}

/** All versions, the newest first. A test fails if the current version is missing. */
export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    notes: [
      msg`Share texts, links, pictures and contacts from other apps with Haversack, also offline.`,
      msg`Open contact files (.vcf) with the installed app on a computer.`,
      msg`Save the filters of a table as a view and open it with one tap.`,
      msg`Get notifications about leads, tickets and tasks; turn them on in the settings.`,
    ],
  },
];

/** Compares two versions such as "0.10.2"; negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const differences = (left ?? []).map((part, index) => part - (right?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Returns the versions that are newer than `seen`, the newest first. */
export const releasesSince = (seen: string, known: readonly Release[] = releases): readonly Release[] =>
  known.filter(({ version }) => compareVersions(version, seen) > 0);
