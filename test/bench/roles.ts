import type { Who } from '../e2e/helpers/phone.ts';

/**
 * Whether the screens of this person are measured. They are not if the environment variable lists only other people, as
 * in `ROLES=learner,admin`.
 */
export const isWantedRole = ({ who }: { who: Who }): boolean => (process.env['ROLES'] ?? who).split(',').includes(who);
