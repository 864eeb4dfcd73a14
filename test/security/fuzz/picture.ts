import { png } from '../../helpers/images.ts';

/** A file that the requests upload, and that each member has already uploaded. */
export const picture = png('fuzz');
export const portrait = png('portrait');
