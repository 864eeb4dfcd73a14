import { useLingui } from '@lingui/react/macro';

const statusSteps: readonly ['day' | 'hour' | 'minute', number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 hours": how long somebody has waited. */
export function useLength(): (ms: number) => string {
  const { i18n } = useLingui();
  return (ms) => {
    const [unit, length] = statusSteps.find(([, each]) => ms >= each) ?? ['minute', 60_000];
    const words = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' });
    return words.format(Math.max(0, Math.floor(ms / length)));
  };
}
