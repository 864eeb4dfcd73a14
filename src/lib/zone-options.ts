/** All zones that this browser knows, the given ones among them in any case. */
export const zoneOptions = (...own: string[]): { value: string; label: string }[] =>
  [...new Set([...own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
