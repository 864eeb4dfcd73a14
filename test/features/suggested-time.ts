import { defaultWorkTimes } from '../../contract/work-times.ts';
import { deviceZone } from '../../contract/zones.ts';
import { type FollowUpKey, followUpTimes } from '../../src/components/task/follow-up-times.ts';

/** The time zone of the working hours of the test user. */
const WORK_ZONE = 'Europe/Berlin';

/** Returns a suggested time for the next contact of an employee with the default working hours. */
export function suggestedTime(key: FollowUpKey): string | undefined {
  const time = followUpTimes(defaultWorkTimes(WORK_ZONE), Date.now(), deviceZone()).find((one) => one.key === key);
  return time && new Date(time.at).toISOString();
}
