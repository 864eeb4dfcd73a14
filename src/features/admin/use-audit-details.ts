import { useLingui } from '@lingui/react/macro';
import type { AccountFlag, AuditLine } from '../../../contract/api-calls/admin.ts';
import { flagLabels } from './labels.ts';

const flagsIn = (value: unknown): [AccountFlag, boolean][] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
    (entry): entry is [AccountFlag, boolean] => Object.hasOwn(flagLabels, entry[0]) && typeof entry[1] === 'boolean',
  );

/** Returns what an audit entry changed: each role or state with its new value, the imported file, and the reason. */
export function useAuditDetails(): (line: AuditLine) => string[] {
  const { t } = useLingui();
  return ({ detail, action }) => {
    const flags = flagsIn(detail['after']).filter(([, isOn]) => isOn || action !== 'user_created');
    const changes = flags.map(([flag, isOn]) => {
      const label = t(flagLabels[flag]);
      return isOn ? t`${label}: on` : t`${label}: off`;
    });
    const { reason, file } = detail;
    return [
      ...changes,
      ...(typeof file === 'string' ? [t`File: ${file}`] : []),
      ...(typeof reason === 'string' && reason !== '' ? [t`Reason: ${reason}`] : []),
    ];
  };
}
