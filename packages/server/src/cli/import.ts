import { readFileSync, statSync } from 'node:fs';
import { importExitCode, nextStepText, summaryText } from '@halyard/cli/import/import-summary';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { serviceOf } from '@halyard/cli/remote/service';
import { parse } from 'yaml';
import type { ForeignImportReport } from '../admin/exchange/foreign-import/foreign-import.schemas.ts';
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
    apply: boolean;
    overwrite: boolean;
    skipRefused: boolean;
    /** Deprecated. */
    dryRun: boolean;
}

const MAX_FILE = 30 * 1024 * 1024;

/** Sends a file to the service, which parses it and rehearses the import. With `--apply`, the service imports it if nothing is refused. */
export async function importForeign(options: ImportOptions, context: CliContext): Promise<Result> {
    const { file, project, people } = options;
    const mayApply = options.apply && !options.dryRun;
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
    const preview = await service.query<ForeignImportReport>(`${path}/rehearsal`, input);
    const effect = effectOf(preview, options);
    const { conflicts, refused, failures } = effect;
    const applied = mayApply && conflicts.length === 0 && (failures.length === 0 || options.skipRefused);
    const { accept } = options;
    const leaveOut = [...new Set([...options.leaveOut, ...refused])];
    const replace = options.overwrite ? ['*'] : options.replace;
    const report = applied
        ? await service.change<ForeignImportReport>('POST', path, {
              ...input,
              ...(accept.length > 0 && { accept }),
              ...(replace.length > 0 && { replace }),
              ...(leaveOut.length > 0 && { leaveOut }),
          })
        : preview;
    const summary = {
        ...report,
        ...{ from: file, to: service.url, applied, conflicts, failures },
        imported: { flags: effect.imported.length },
        refused: { flags: refused.length },
        same: { flags: effect.same.length },
        notes: [...report.notes, ...report.warnings],
    };
    return {
        json: { ...summary, ...(judged && { judge: judged.json }) },
        text: [
            ...(judged ? [judged.text, ''] : []),
            ...(applied ? replacedText(report) : [report.markdown]),
            ...summaryText(summary, context.output),
            ...nextStepText(summary, mayApply),
        ].join('\n'),
        exitCode: importExitCode(summary),
    };
}

/** The effect of an import on the flags of a file, by name. */
function effectOf({ flags, leftOut, problem }: ForeignImportReport, options: ImportOptions) {
    const contains = (names: readonly string[], name: string) => names.includes(name) || names.includes('*');
    const isWanted = ({ name }: { name: string }) => !options.leaveOut.includes(name);
    const wanted = flags.filter(isWanted);
    const lost = wanted.filter(({ verdict, name }) => verdict === 'lost' && !contains(options.accept, name));
    const possible = wanted.filter((flag) => !lost.includes(flag));
    const changed = possible.filter(({ change }) => change === 'replaced');
    const open = options.overwrite ? [] : changed.filter(({ name }) => !contains(options.replace, name));
    const same = possible.filter(({ change }) => change === 'unchanged');
    const malformed = leftOut.filter(isWanted);
    return {
        imported: possible.filter((flag) => !open.includes(flag) && !same.includes(flag)),
        same,
        refused: [...lost, ...malformed].map(({ name }) => name),
        conflicts: open.map(({ name, differences = [] }) => `Flag ${name}: ${differences.join('; ')}`),
        failures: [
            ...lost.map(({ name }) => `flags: ${name}: a part is lost. Accept it with --accept ${name}`),
            ...malformed.map(({ name, reason }) => `flags: ${name}: ${reason}`),
            ...(problem === undefined ? [] : [problem]),
        ],
    };
}

const replacedText = ({ flags }: ForeignImportReport): string[] =>
    flags.flatMap(({ name, change, differences = [] }) =>
        change === 'replaced' ? [`Replaced ${name}:`, ...differences.map((each) => `  ${each}`)] : [],
    );

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
