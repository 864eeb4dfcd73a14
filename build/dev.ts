import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './sources.ts';

// `npm run dev`: runs the server on port 8081, restarting it on every change, and Vite on port 8080, which serves the
// page with hot reload.

process.chdir(root);
const apiPort = (process.env['API_PORT'] ??= '8081');

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: apiPort },
});

const vite = await createServer({ configFile: join(root, 'vite.config.ts') });
await vite.listen();
vite.printUrls();

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  server.kill('SIGTERM');
  await vite.close();
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
server.on('close', () => void stop());
