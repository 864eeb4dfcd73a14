import type { EngineName } from '../engines.ts';
import type { World } from '../world.ts';
import { conflictJourney } from './conflict.ts';
import { consultantJourney } from './consultant.ts';
import { installJourney } from './install.ts';
import { learnerJourney } from './learner.ts';
import { logoutJourney } from './logout.ts';
import { updateJourney } from './update.ts';

/** What people do in a browser, with the server killed and restarted meanwhile. */
export interface Journey {
  name: string;
  /** Returns what was seen, in a few words. Throws if something is not as it should be. */
  run: (world: World, engine: EngineName) => Promise<string>;
}

export const journeys: readonly Journey[] = [
  { name: 'learner', run: learnerJourney },
  { name: 'consultant', run: consultantJourney },
  { name: 'logout', run: logoutJourney },
  { name: 'update', run: updateJourney },
  { name: 'conflict', run: conflictJourney },
  { name: 'install', run: installJourney },
];
