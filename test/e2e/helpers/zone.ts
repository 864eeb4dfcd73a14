const ZONE_VARIABLE = 'HAVERSACK_E2E_ZONE';
const TEN = 10;

/** Returns a time zone in which the time is between 10:00 and 11:00. */
function zoneAtTen(now: Date): string {
  const ahead = ((TEN - now.getUTCHours() + 36) % 24) - 12;
  // In these zone names, offsets west of Greenwich are positive.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/**
 * The time zone of all test people and their devices. It is morning in this zone, so that tasks of today do not become
 * tasks of tomorrow when the tests run late in the day. All processes of a run use the same zone.
 */
export const zone = (process.env[ZONE_VARIABLE] ??= zoneAtTen(new Date()));
