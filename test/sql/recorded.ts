import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultQueryCompiler } from 'kysely';
import { afterAll } from 'vitest';

// Records the statements of the product while tests run, for `npm run test:sql`.

/** Environment variable with the folder of the recorded statements. */
const STATEMENTS_VARIABLE = 'HAVERSACK_TEST_STATEMENTS';

/** Enough frames to reach the repository's own code from within Kysely. */
const FRAMES = 40;

/** Returns the innermost file of the product from which a statement is compiled; undefined for one of the tests. */
function compilingFile(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
    const files = new Error('where').stack as unknown as string[];
    const file = files
      .filter((file) => !file.includes('/node_modules/'))
      .map((file) => /\/((?:server|test)\/(?!sql\/recorded).*)/.exec(file)?.[1])
      .find((file) => file !== undefined);
    return file?.startsWith('server/') ? file : undefined;
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

const folder = process.env[STATEMENTS_VARIABLE];
if (folder !== undefined) {
  /**
   * Maps each statement to the file of the product that made it, or to null once the statement is written to the
   * folder.
   */
  const found = new Map<string, string | null>();
  const { compileQuery } = DefaultQueryCompiler.prototype;
  DefaultQueryCompiler.prototype.compileQuery = function (...given) {
    const compiled = compileQuery.apply(this, given);
    const file = found.has(compiled.sql) ? undefined : compilingFile();
    if (file !== undefined) found.set(compiled.sql, file);
    return compiled;
  };
  afterAll(() => {
    const added = [...found].filter(([, file]) => file !== null);
    for (const [statement] of added) found.set(statement, null);
    const lines = added.map(([statement, file]) => `${JSON.stringify({ statement, file })}\n`).join('');
    appendFileSync(join(folder, `${process.pid}.jsonl`), lines);
  });
}
