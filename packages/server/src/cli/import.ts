import { readFileSync, statSync } from 'node:fs';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { serviceOf } from '@halyard/cli/remote/service';
import { parse } from 'yaml';
import type { ForeignImportReport } from '../admin/exchange/foreign-import/foreign-import.schemas.ts';
import { CHANGES } from '../import/report.ts';
import { SOURCE_NAMES, type SourceName } from '../import/source-names.ts';

interface ImportOptions {
    source: string;
    file: string;
    project: string;
    environment: string[];
    people: boolean;
    accept: string[];
    replace: string[];
    leaveOut: string[];
    judge: boolean;
    dryRun: boolean;
}

const MAX_FILE = 30 * 1024 * 1024;

/** Sends a file to the service, which parses it, and prints the report of the service. */
export async function importForeign(options: ImportOptions, context: CliContext): Promise<Result> {
    const { file, project, people, accept, replace, leaveOut, dryRun } = options;
    const source = SOURCE_NAMES.find((name) => name === options.source);
    if (source === undefined) {
        throw new CommandError(`Unknown source ${options.source}. Use one of: ${SOURCE_NAMES.join(', ')}.`);
    }
    const service = await serviceOf(context);
    const document = documentIn(contentOf(file));
    const environments = environmentsIn(options.environment);
    const judged = options.judge ? await judgeDocument(source, document, Object.keys(environments)) : undefined;
    if (judged?.hasDifferences) {
        return { json: { judge: judged.json }, text: `${judged.text}\nNothing was imported.`, exitCode: 2 };
    }
    const path = `/api/admin/projects/${encodeURIComponent(project)}/foreign-import`;
    const input = { source, document, environments, percentages: people ? 'people' : 'share' };
    const report = dryRun
        ? await service.query<ForeignImportReport>(`${path}/rehearsal`, input)
        : await service.change<ForeignImportReport>('POST', path, {
              ...input,
              ...(accept.length > 0 && { accept }),
              ...(replace.length > 0 && { replace }),
              ...(leaveOut.length > 0 && { leaveOut }),
          });
    const isLossy = report.counts['lost'] !== 0 || report.leftOut.length > 0 || report.problem !== undefined;
    return {
        json: { ...report, ...(judged && { judge: judged.json }) },
        text: [...(judged ? [judged.text, ''] : []), reportText(report, dryRun)].join('\n'),
        exitCode: dryRun && isLossy ? 2 : 0,
    };
}

/** The readers and evaluators are loaded on demand. */
async function judgeDocument(source: SourceName, document: unknown, environments: readonly string[]) {
    const { judgeDocument: judge, judgeText } = await import('./judges/judge-document.ts');
    const judged = await judge(source, document, environments);
    return { json: judged, text: judgeText(judged), hasDifferences: judged.differences.length > 0 };
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

function reportText(report: ForeignImportReport, dryRun: boolean): string {
    const { counts, flags, leftOut, markdown, problem, warnings, product } = report;
    if (dryRun) {
        return [
            markdown,
            ...warnings,
            ...(problem === undefined ? [] : [`The import would currently fail: ${problem}`]),
        ].join('\n');
    }
    const numbers = Object.entries(counts).flatMap(([verdict, count]) => (count === 0 ? [] : `${count} ${verdict}`));
    const changes = CHANGES.flatMap((change) => {
        const { length } = flags.filter((flag) => flag.change === change);
        return length === 0 ? [] : `${length} ${change}`;
    });
    return [
        `Imported from ${product}: ${numbers.join(', ') || 'nothing'}.`,
        `Flags here: ${changes.join(', ') || 'none'}.`,
        ...flags.flatMap(({ name, change, differences = [] }) =>
            change === 'replaced' ? [`Replaced ${name}:`, ...differences.map((each) => `  ${each}`)] : [],
        ),
        ...leftOut.map(({ name, reason }) => `Not imported: ${name}: ${reason}.`),
    ].join('\n');
}
