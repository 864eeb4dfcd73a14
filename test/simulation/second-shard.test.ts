import { testHalf } from './shard.ts';

testHalf(1);
