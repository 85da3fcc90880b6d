import { createHash } from 'node:crypto';
import type { AdminActor } from '../../../core/access/actor.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { runInSlices } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { MAX_DEPTH, unstorableReason } from '../../../core/json/harmful-json.ts';
import type { ResourceLimits } from '../../../core/settings/resource-limits.ts';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import type { ImportSteps } from '../../../import/import-steps.ts';
import { InvalidDocument } from '../../../import/invalid-document.ts';
import { environmentsOf, type ForeignProject } from '../../../import/model/flag.ts';
import { openDocument } from '../../../import/reading.ts';
import { asMarkdown, type TranslationReport } from '../../../import/report.ts';
import { SOURCES } from '../../../import/sources/index.ts';
import type { ImportSource } from '../../../import/sources/source.ts';
import { type TargetFlag, type TranslateOptions, type Translation, translate } from '../../../import/translate.ts';
import { parseYaml } from '../../../import/yaml-document.ts';
import type { Db } from '../../../storage/database.ts';
import type { Import } from '../import-export/import.schemas.ts';
import type { FlagChange } from './flag-changes.ts';
import type { ForeignContents, ForeignDocument, ForeignImport, ForeignImportReport } from './foreign-import.schemas.ts';

interface ImportContext {
    db: Db;
    actor: AdminActor;
    limits: ResourceLimits;
    project: string;
    signal: AbortSignal;
}

export interface ForeignTranslation {
    imports: Import[];
    /** Whether there are strategies of the type that computes the hashes of other products. */
    usesForeignHashes: boolean;
    report: TranslationReport & Pick<ForeignImportReport, 'document'>;
}

/** Translates the document into imports, one for each environment, with a report. */
export async function translateDocument(
    context: ImportContext,
    input: Omit<ForeignImport, 'accept' | 'replace'>,
): Promise<ForeignTranslation> {
    const { db, actor, limits, project, signal } = context;
    const { source, environments, percentages = 'share' } = input;
    const leftOut = new Set(input.leaveOut);
    const segments = await db.selectFrom('segments').select(['name', 'project', 'constraints']).execute();
    const steps = readAndTranslate(SOURCES[source], input.document, {
        environments,
        percentages,
        limits,
        // A hidden segment, or a segment of another project, cannot be used here, whatever its content is.
        segments: segments.map(({ name, project: owner, constraints }) => [
            name,
            mayKnowOf(actor, owner) && (owner === null || owner === project) ? constraints : [],
        ]),
        isName: (name) => name.length <= 100 && NAME.test(name),
    });
    const { flags, segments: named, report } = await runInSlices(steps, signal).catch(toApiError);
    const translation = withUsedSegments(
        flags.filter(({ name }) => !leftOut.has(name)),
        named,
    );
    const imports = [...new Set(Object.values(environments))].map((environment) =>
        importOf(translation, project, environment),
    );
    return {
        imports,
        usesForeignHashes: imports.some(({ data }) =>
            data.featureStrategies.some(({ name }) => name === 'importedRollout'),
        ),
        report: {
            ...report,
            document: createHash('sha256').update(JSON.stringify(input.document)).digest('hex'),
        },
    };
}

/** Returns the report with the effect on each flag, which is unknown if the import failed. */
export function reportOf(
    { report }: ForeignTranslation,
    changes: readonly FlagChange[] = [],
): Omit<ForeignImportReport, 'warnings' | 'problem'> {
    const byName = new Map(changes.map((change) => [change.name, change]));
    const complete = { ...report, flags: report.flags.map((flag) => ({ ...flag, ...byName.get(flag.name) })) };
    return { ...complete, markdown: asMarkdown(complete) };
}

function* readAndTranslate(
    source: ImportSource,
    document: unknown,
    options: TranslateOptions,
): ImportSteps<Translation> {
    return yield* translate(source, yield* openDocument(yield* documentIn(document)), options);
}

/** Removes segments that are only used by flags that are left out. */
function withUsedSegments(flags: readonly TargetFlag[], segments: Translation['segments']) {
    const used = new Set(
        flags.flatMap(({ states }) =>
            [...states.values()].flatMap(({ strategies }) => strategies.flatMap((strategy) => strategy.segments)),
        ),
    );
    return { flags, segments: new Map([...segments].filter(([name]) => used.has(name))) };
}

/** Returns the content of a document, for choosing a target. */
export async function contentsOf({ source, document }: ForeignDocument, signal: AbortSignal): Promise<ForeignContents> {
    try {
        const { flags, leftOut } = await runInSlices(readProject(SOURCES[source], document), signal);
        const environments = new Set(flags.flatMap(environmentsOf));
        return {
            product: SOURCES[source].product,
            flags: flags.length + leftOut.length,
            environments: [...environments],
        };
    } catch (error) {
        return toApiError(error);
    }
}

function* readProject(source: ImportSource, document: unknown): ImportSteps<ForeignProject> {
    return yield* source.read(yield* openDocument(yield* documentIn(document)));
}

function toApiError(error: unknown): never {
    throw error instanceof InvalidDocument ? invalid(`${error.message}.`, '/body/document') : error;
}

const NAME = new RegExp(URL_FRIENDLY);

/** Parsing YAML takes a hundred times as long as parsing JSON, and blocks other requests. */
const MAX_YAML = 256 * 1024;

/** Parses a document that was sent as text. Its content has not been validated yet. */
function* documentIn(content: unknown): ImportSteps<unknown> {
    if (typeof content !== 'string') return content;
    const document = yield* parsed(content);
    const problem = unstorableReason(document);
    if (problem) throw invalid(problem, '/body/document');
    return document;
}

function* parsed(content: string): ImportSteps<unknown> {
    try {
        return JSON.parse(content);
    } catch {
        // The document may be YAML.
    }
    if (content.length > MAX_YAML) {
        throw invalid('The document is larger than 256 KB and not JSON. Convert it to JSON first.', '/body/document');
    }
    try {
        // Converted to the data model of JSON: circular references are rejected, and times become strings.
        return JSON.parse(JSON.stringify((yield* parseYaml(content, MAX_DEPTH)) ?? null));
    } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n')[0] : 'its syntax';
        throw invalid(`The document is neither JSON nor YAML: ${reason}`, '/body/document');
    }
}

/** Tags have at least two and at most fifty characters. */
const isTag = (value: string) => value.trim().length >= 2 && value.trim().length <= 50;

function importOf(
    { flags, segments }: Pick<Translation, 'flags' | 'segments'>,
    project: string,
    environment: string,
): Import {
    const mine = flags.filter(({ states }) => states.has(environment));
    const ids = new Map([...segments.keys()].map((name, i) => [name, i + 1]));
    const tags = mine.flatMap(({ name, tags: own }) =>
        [...new Set(own.filter(isTag))].map((tagValue) => ({ featureName: name, tagValue })),
    );
    return {
        project,
        environment,
        data: {
            features: mine.map(({ name, description }) => ({
                name,
                ...(description && { description: description.slice(0, 5_000) }),
            })),
            featureStrategies: mine.flatMap((flag) => strategiesOf(flag, environment, ids)),
            featureEnvironments: mine.map(({ name, states }) => ({
                name,
                featureName: name,
                enabled: states.get(environment)!.enabled,
            })),
            segments: [...segments].map(([name, constraints]) => ({
                id: ids.get(name)!,
                name,
                constraints: constraints.map((constraint) => ({ ...constraint })),
            })),
            ...(tags.length > 0 && { featureTags: tags }),
        },
    };
}

function strategiesOf(
    { name: featureName, states }: TargetFlag,
    environment: string,
    ids: ReadonlyMap<string, number>,
) {
    return states.get(environment)!.strategies.map(({ segments, ...strategy }, sortOrder) => ({
        ...strategy,
        featureName,
        sortOrder,
        segments: segments.map((segment) => ids.get(segment)!),
    }));
}
