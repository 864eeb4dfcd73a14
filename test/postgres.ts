import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Cluster, openCluster } from './postgres-cluster.ts';

// `npm run test:postgres`: runs the server's tests on a real PostgreSQL. DATABASE_URL may name a database
// whose contents the tests may delete. Without it, a temporary cluster is created and deleted afterwards.

function runTests({ url, replica_url }: Cluster): number {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const args = process.argv.slice(2);
  const folders = args.some((arg) => arg.startsWith('test/')) ? [] : ['test/server', 'test/postgres'];
  const env = { ...process.env, TEST_DATABASE_URL: url, ...(replica_url && { TEST_REPLICA_URL: replica_url }) };
  return spawnSync(process.execPath, [vitest, 'run', ...folders, ...args], { stdio: 'inherit', env }).status ?? 1;
}

try {
  const cluster = await openCluster();
  try {
    process.exitCode = runTests(cluster);
  } finally {
    cluster.stop();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
