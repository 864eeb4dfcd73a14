import { png } from '../../helpers/images.ts';

/** Images that the requests upload. Each member has already uploaded both. */
export const picture = png('fuzz');
export const portrait = png('portrait');
