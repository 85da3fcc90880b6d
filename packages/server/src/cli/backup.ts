import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { archiveHeader, writeArchive } from '../storage/copy/archive.ts';
import { withConsistentSnapshot } from '../storage/copy/source.ts';
import { withDatabase } from './database.ts';
import { countRows, formatBytes } from './figures.ts';

export async function backup(
    { file: requestedFile }: { file: string | undefined },
    context: CliContext,
): Promise<Result> {
    const createdAt = context.clock().toISOString();
    const file = resolve(requestedFile ?? `halyard-${createdAt.replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`);
    if (existsSync(file)) throw new CommandError(`${file} already exists. Specify another file, or delete it.`);
    return withDatabase(context, (database) =>
        withConsistentSnapshot(database, async (source) => {
            const { onRows, end } = countRows(context.output.progress('Backup'), source.rows);
            const header = archiveHeader(source, { version: context.version, createdAt, database: database.kind });
            const { rows, sha256 } = await writeArchive(file, header, source, onRows).catch((error: unknown) => {
                throw cannotWrite(error, file);
            });
            end();
            const { size: bytes } = await stat(file);
            const { revision, hash } = source;
            return {
                json: { file, bytes, rows, revision, hash, sha256, database: database.kind, createdAt },
                text: [
                    `${context.output.paint('green', '✓')} ${file}`,
                    `  ${formatBytes(bytes)}, ${rows} rows, as of revision ${revision}`,
                    `  Hash of the newest event: ${hash}`,
                ].join('\n'),
            };
        }),
    );
}

function cannotWrite(error: unknown, file: string): unknown {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    return code && syscall ? new CommandError(`${file} cannot be written: ${message}.`) : error;
}
