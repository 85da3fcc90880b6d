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

/** Sends a file to the service, which parses it, and prints the report of the service. */
export async function importForeign(options: ImportOptions, context: CliContext): Promise<Result> {
    const { source, file, project, people, accept, leaveOut, dryRun } = options;
    if (!SOURCE_NAMES.some((name) => name === source)) {
        throw new CommandError(`Unknown source ${source}. Use one of: ${SOURCE_NAMES.join(', ')}.`);
    }
    const service = await serviceOf(context);
    const path = `/api/admin/projects/${encodeURIComponent(project)}/foreign-import${dryRun ? '/rehearsal' : ''}`;
    const report = await service.send<ForeignImportReport>('POST', path, {
        source,
        document: documentIn(contentOf(file)),
        environments: environmentsIn(options.environment),
        percentages: people ? 'people' : 'share',
        ...(!dryRun && accept.length > 0 && { accept }),
        ...(!dryRun && leaveOut.length > 0 && { leaveOut }),
    });
    const isLossy = report.counts['lost'] !== 0 || report.leftOut.length > 0 || report.problem !== undefined;
    return { json: report, text: reportText(report, dryRun), exitCode: dryRun && isLossy ? 2 : 0 };
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

/**
 * Returns the parsed content, for which the limit of the service is much higher than for text. Invalid content is sent as text, so that the
 * service explains the error.
 */
function documentIn(content: string): unknown {
    for (const read of [(text: string) => JSON.parse(text), (text: string) => parse(text)]) {
        try {
            return read(content);
        } catch {
            // The other format is tried next.
        }
    }
    return content;
}

/** Parses the mapping of environments; `production` alone is the target of the only environment of a file. */
function environmentsIn(mappings: readonly string[]): Record<string, string> {
    if (mappings.length === 0) throw new CommandError('Specify the target environment with --environment.');
    return Object.fromEntries(
        mappings.map((mapping) => {
            const at = mapping.indexOf('=');
            return at === -1 ? ['*', mapping] : [mapping.slice(0, at), mapping.slice(at + 1)];
        }),
    );
}

function reportText({ counts, markdown, problem, warnings, product }: ForeignImportReport, dryRun: boolean): string {
    if (dryRun) {
        return [
            markdown,
            ...warnings,
            ...(problem === undefined ? [] : [`The import would currently fail: ${problem}`]),
        ].join('\n');
    }
    const numbers = Object.entries(counts).flatMap(([verdict, count]) => (count === 0 ? [] : `${count} ${verdict}`));
    return `Imported from ${product}: ${numbers.join(', ') || 'nothing'}.`;
}
