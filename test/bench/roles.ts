import type { Who } from '../e2e/helpers/phone.ts';

/**
 * Whether the screens of this person are measured: all people, or those in the environment variable, such as
 * `ROLES=learner,admin`.
 */
export const isWantedRole = ({ who }: { who: Who }): boolean => (process.env['ROLES'] ?? who).split(',').includes(who);
