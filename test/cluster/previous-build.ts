import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrThrow } from '../postgres-cluster.ts';
import { root } from './workspace.ts';

/** A build of an earlier commit, in a folder of its own. */
export interface PreviousBuild {
  commit: string;
  folder: string;
  remove(): void;
}

const git = (...args: string[]): string => runOrThrow('git', args, { cwd: root });

/** The commit before the newest migration: its servers must keep working while those of this version start. */
const commitBeforeMigration = (): string => `${git('log', '-1', '--format=%H', '--', 'server/migrations/index.ts')}~1`;

/** Builds a commit, by default the one before the newest migration, with the packages of this version. */
export function buildPrevious(given: string | undefined): PreviousBuild {
  const commit = git('rev-parse', given ?? commitBeforeMigration());
  const folder = join(mkdtempSync(join(tmpdir(), 'haversack-previous-')), 'haversack');
  const remove = (): void => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root, stdio: 'ignore' });
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, commit);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    runOrThrow(process.execPath, ['build/build.ts'], { cwd: folder });
    return { commit, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
