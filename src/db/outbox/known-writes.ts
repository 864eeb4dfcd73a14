import { writeNamed } from '../../../contract/writes/index.ts';
import { knowSteps } from './write-registry.ts';

// The steps of all writes, for whoever has their code anyway.
knowSteps(writeNamed);
