import { readFileSync, statSync } from 'node:fs';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { serviceOf } from '@halyard/cli/remote/service';
import { parse } from 'yaml';
import type { ForeignImportReport } from '../admin/exchange/foreign-import/foreign-import.schemas.ts';
import { SOURCE_NAMES } from '../import/source-names.ts';

interface ImportOptions {
    source: string;
    file: string;
    project: string;
    environment: string[];
    people: boolean;
    accept: string[];
    leaveOut: string[];
    dryRun: boolean;
}

const MAX_FILE = 30 * 1024 * 1024;

/** Sends a file to the service, which reads it, and tells what the service says of it. */
export async function importForeign(asked: ImportOptions, context: CliContext): Promise<Result> {
    const { source, file, project, people, accept, leaveOut, dryRun } = asked;
    if (!SOURCE_NAMES.some((name) => name === source)) {
        throw new CommandError(`Nothing is known of ${source}. The source is one of: ${SOURCE_NAMES.join(', ')}.`);
    }
    const service = await serviceOf(context);
    const path = `/api/admin/projects/${encodeURIComponent(project)}/foreign-import${dryRun ? '/rehearsal' : ''}`;
    const report = await service.send<ForeignImportReport>('POST', path, {
        source,
        document: documentIn(contentOf(file)),
        environments: environmentsIn(asked.environment),
        percentages: people ? 'people' : 'share',
        ...(!dryRun && accept.length > 0 && { accept }),
        ...(!dryRun && leaveOut.length > 0 && { leaveOut }),
    });
    const isLossy = report.counts['lost'] !== 0 || report.leftOut.length > 0 || report.problem !== undefined;
    return { json: report, text: said(report, dryRun), exitCode: dryRun && isLossy ? 2 : 0 };
}

function contentOf(file: string): string {
    try {
        if (statSync(file).size > MAX_FILE)
            throw new CommandError(`${file} is larger than 30 MB. Export fewer flags at once.`);
        return readFileSync(file, 'utf8');
    } catch (error) {
        if (error instanceof CommandError) throw error;
        throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
}

/** The value that it says, of which the service takes far more than of a text. What cannot be read, the service says why. */
function documentIn(content: string): unknown {
    for (const read of [(text: string) => JSON.parse(text), (text: string) => parse(text)]) {
        try {
            return read(content);
        } catch {
            // Then it may be the other.
        }
    }
    return content;
}

/** `production` alone is what the only environment of a file becomes. */
function environmentsIn(words: readonly string[]): Record<string, string> {
    if (words.length === 0) throw new CommandError('Say with --environment which environment the flags go to.');
    return Object.fromEntries(
        words.map((word) => {
            const at = word.indexOf('=');
            return at === -1 ? ['*', word] : [word.slice(0, at), word.slice(at + 1)];
        }),
    );
}

function said({ counts, markdown, problem, warnings, product }: ForeignImportReport, dryRun: boolean): string {
    if (dryRun) {
        return [
            markdown,
            ...warnings,
            ...(problem === undefined ? [] : [`As things are, the import would fail: ${problem}`]),
        ].join('\n');
    }
    const numbers = Object.entries(counts).flatMap(([verdict, count]) => (count === 0 ? [] : `${count} ${verdict}`));
    return `Imported from ${product}: ${numbers.join(', ') || 'nothing'}.`;
}
