import type { EngineName } from '../engines.ts';
import type { World } from '../world.ts';
import { conflictJourney } from './conflict.ts';
import { consultantJourney } from './consultant.ts';
import { installJourney } from './install.ts';
import { learnerJourney } from './learner.ts';
import { logoutJourney } from './logout.ts';
import { updateJourney } from './update.ts';

/** Actions of people in a browser, while the server is killed and restarted. */
export interface Journey {
  name: string;
  /** Returns a short description of what was observed. Throws if a check fails. */
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
