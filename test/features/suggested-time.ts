import { defaultWorkTimes } from '../../contract/work-times.ts';
import { deviceZone } from '../../contract/zones.ts';
import { type FollowUpKey, followUpTimes } from '../../src/components/task/follow-up-times.ts';

/** Returns a suggested time for the next contact of an employee with the default working hours. */
export function suggestedTime(key: FollowUpKey): string | undefined {
  const zone = deviceZone();
  const time = followUpTimes(defaultWorkTimes(zone), Date.now(), zone).find((one) => one.key === key);
  return time && new Date(time.at).toISOString();
}
