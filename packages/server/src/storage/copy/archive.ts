import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartError } from '../../core/errors/start-error.ts';
import { linesOf } from '../file-lines.ts';
import { inPublishedNames } from '../unpublished-builds.ts';
import { writeComplete } from './partial-file.ts';
import type { CopiedRow } from './rows.ts';
import type { CopySource, Origin } from './source.ts';
import type { TableShape } from './table-shapes.ts';

/** Compressed JSON lines: a header, then each table with its rows, then a checksum of everything. */
const FORMAT = 1;

export interface BackupHeader extends Origin {
    halyard: 'backup';
    format: number;
    version: string;
    createdAt: string;
    database: 'sqlite' | 'postgres';
}

export class BrokenArchive extends StartError {}

interface End {
    end: { rows: number; sha256: string };
}

/** Writes an archive that only its owner can read. The file gets its final name when it is complete. */
export async function writeArchive(
    file: string,
    header: BackupHeader,
    source: CopySource,
    onRows: (table: string, count: number) => void,
): Promise<{ rows: number; sha256: string }> {
    let result: End['end'] = { rows: 0, sha256: '' };
    const lines = async function* () {
        const sum = createHash('sha256');
        const counted = (text: string) => {
            sum.update(text);
            return text;
        };
        let count = 0;
        yield counted(`${JSON.stringify(header)}\n`);
        for await (const { shape, rows } of source.tables()) {
            yield counted(`${JSON.stringify({ table: shape.name })}\n`);
            for await (const page of rows) {
                count += page.length;
                yield counted(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
                onRows(shape.name, page.length);
            }
        }
        result = { rows: count, sha256: sum.digest('hex') };
        yield `${JSON.stringify({ end: result } satisfies End)}\n`;
    };
    await writeComplete(file, (partial) =>
        pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { mode: 0o600, flags: 'wx' })),
    );
    return result;
}

export interface Archive extends CopySource {
    header: BackupHeader;
    /** Available once all tables were read. */
    sha256(): string | undefined;
}

/** Reads an archive. Missing or changed content is detected by the time all tables have been read. */
export async function readArchive(file: string): Promise<Archive> {
    const lines = linesOf(file)[Symbol.asyncIterator]();
    const sum = createHash('sha256');
    const broken = () => new BrokenArchive(`${file} is not whole: it ends early, or it was changed.`);
    const next = async (): Promise<string> => {
        const { value, done } = await lines.next().catch((error: unknown) => {
            throw (error as NodeJS.ErrnoException).code === 'ENOENT'
                ? new BrokenArchive(`There is no file ${file}.`)
                : broken();
        });
        if (done) throw broken();
        return value;
    };
    const first = await next();
    sum.update(`${first}\n`);
    const header = headerIn(first);
    if (!header) throw new BrokenArchive(`${file} is no backup of Halyard.`);
    if (header.format !== FORMAT)
        throw new BrokenArchive(`${file} was made by a newer version of Halyard. Use that one.`);
    let digest: string | undefined;

    async function* tables(): AsyncGenerator<{ shape: TableShape; rows: AsyncIterable<CopiedRow[]> }> {
        let count = 0;
        let line = await next();
        for (;;) {
            if (line.startsWith('{"end":')) {
                const { end } = JSON.parse(line) as End;
                digest = sum.digest('hex');
                if (end.sha256 !== digest || end.rows !== count) throw broken();
                return;
            }
            const name = tableIn(line);
            const shape = header!.shapes.find((each) => each.name === name);
            if (!shape) throw broken();
            sum.update(`${line}\n`);
            yield {
                shape,
                rows: (async function* () {
                    let page: CopiedRow[] = [];
                    for (line = await next(); line.startsWith('['); line = await next()) {
                        sum.update(`${line}\n`);
                        count++;
                        page.push(rowIn(line, broken));
                        if (page.length === 1_000) {
                            yield page;
                            page = [];
                        }
                    }
                    if (page.length > 0) yield page;
                })(),
            };
        }
    }
    return { ...header, steps: inPublishedNames(header.steps), header, tables, sha256: () => digest };
}

export const archiveHeader = (
    source: CopySource,
    details: Pick<BackupHeader, 'version' | 'createdAt' | 'database'>,
): BackupHeader => {
    const { steps, revision, hash, numbers, shapes, rows } = source;
    return { halyard: 'backup', format: FORMAT, ...details, steps, revision, hash, numbers, shapes, rows };
};

function headerIn(line: string): BackupHeader | undefined {
    try {
        const header = JSON.parse(line) as Partial<BackupHeader>;
        return header?.halyard === 'backup' ? (header as BackupHeader) : undefined;
    } catch {
        return undefined;
    }
}

function tableIn(line: string): string | undefined {
    try {
        return (JSON.parse(line) as { table?: string }).table;
    } catch {
        return undefined;
    }
}

function rowIn(line: string, broken: () => Error): CopiedRow {
    try {
        return JSON.parse(line) as CopiedRow;
    } catch {
        throw broken();
    }
}
