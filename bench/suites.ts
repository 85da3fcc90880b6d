/**
 * Official test data of other products through the importers: each case whose flag is imported exactly, or for the same users, must have
 * the expected result. The data is read from a folder outside of this repository; missing products are skipped.
 * `npm run bench -- suites <folder with launchdarkly/, growthbook/, microsoft/>`
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { parse } from 'yaml';
import { DEFAULT_RESOURCE_LIMITS } from '../packages/server/src/core/settings/resource-limits.ts';
import { compileState } from '../packages/server/src/import/compiler/compile.ts';
import { ElementaryTests } from '../packages/server/src/import/compiler/elementary.ts';
import { Segments } from '../packages/server/src/import/compiler/segments.ts';
import { DocumentBudget } from '../packages/server/src/import/document-budget.ts';
import { runAtOnce } from '../packages/server/src/import/import-steps.ts';
import { InvalidDocument } from '../packages/server/src/import/invalid-document.ts';
import { typesIn } from '../packages/server/src/import/model/attributes.ts';
import type { ImportedJson } from '../packages/server/src/import/model/flag.ts';
import { compiled, isSame, readEngine } from '../packages/server/src/import/proof/compare.ts';
import type { SourceName } from '../packages/server/src/import/source-names.ts';
import { SOURCES } from '../packages/server/src/import/sources/index.ts';
import { readWhole } from '../packages/server/src/import/sources/source.ts';

const [folder = ''] = process.argv.slice(2);
if (!existsSync(folder)) {
    console.log(`There is no folder ${folder || '(none was named)'}: npm run bench -- suites <folder>`);
    process.exit(1);
}

interface Case {
    title: string;
    document: unknown;
    flag: string;
    context: Record<string, unknown>;
    expected: ImportedJson;
}

/** The result of an imported flag, or the reason why none is promised. */
type Answer = { answer: ImportedJson } | { because: string };

function answerOf(source: SourceName, { document, flag: name, context }: Case): Answer {
    const flag = readable(source, document)?.flags.find(({ key }) => key === name);
    const [state] = flag?.states.values() ?? [];
    if (flag === undefined || state === undefined) return { answer: false };
    const segments = new Segments();
    const target = runAtOnce(
        compileState(flag, state, {
            percentages: 'people',
            limits: DEFAULT_RESOURCE_LIMITS,
            segments,
            tests: new ElementaryTests(DEFAULT_RESOURCE_LIMITS),
            budget: runAtOnce(DocumentBudget.for(document)),
        }),
    );
    const condition = target.rules.flatMap(({ when }) => when).find((each) => !isMet(each, context));
    if (target.verdict === 'lost') {
        const [reason] = target.rules.flatMap(({ verdict, reasons }) => (verdict === 'lost' ? reasons : []));
        return { because: `lost: ${kindOf(reason ?? 'no rule says why')}` };
    }
    // Contexts here belong to at most one group, so a context that reaches this point has one.
    if (condition !== undefined && source !== 'microsoft') return { because: `exact only when ${kindOf(condition)}` };
    const values = Object.entries(context).filter(([, value]) => value !== null && value !== undefined);
    if (values.some(([, value]) => typeof value === 'object')) return { because: 'the context has lists or objects' };
    if (values.some(([, value]) => value === ''))
        return { because: 'the context has an empty text, which is none here' };
    // Contexts here are text: for other types than those of the rules, no result is promised.
    const types = typesIn(state);
    const isOther = ([key, value]: [string, unknown]) => {
        const [type, another] = types.get(key) ?? [];
        return (
            another !== undefined ||
            (type !== undefined && type !== (typeof value === 'string' ? 'text' : typeof value))
        );
    };
    if (values.some(isOther)) return { because: 'the context has a value of another type than the rules mean' };
    const flat = Object.fromEntries(values.map(([key, value]) => [key, String(value)]));
    return { answer: readEngine(compiled([[name, target]], segments), name, flat) };
}

/** Whether a context meets the condition of the verdict, as far as that is visible. */
function isMet(condition: string, context: Record<string, unknown>): boolean {
    const [, attribute = '', asked] =
        /^(\S+) is (sent as milliseconds since 1970|a version of three parts)/.exec(condition) ?? [];
    const value = context[attribute];
    if (asked === undefined || value === undefined) return false;
    return asked.startsWith('sent') ? typeof value === 'number' : semver.valid(String(value)) === value;
}

/** Without names and values, which differ in every case. */
const kindOf = (reason: string) =>
    reason
        .replace(/"[^"]*"/g, '"…"')
        .replace(/^\S+ (is compared as|is not a version|is sent as|is a version|has to be)/, '… $1')
        .replace(/(the context has|whether) \S+/, '$1 …')
        .slice(0, 100);

/** An invalid document is rejected with the position of the error. */
function readable(source: SourceName, document: unknown) {
    try {
        return readWhole(SOURCES[source], document);
    } catch (error) {
        if (error instanceof InvalidDocument) return undefined;
        throw error;
    }
}

function report(source: SourceName, cases: readonly Case[]): void {
    let equal = 0;
    const others = new Map<string, number>();
    for (const each of cases) {
        const result = answerOf(source, each);
        if ('because' in result) others.set(result.because, (others.get(result.because) ?? 0) + 1);
        else if (isSame(result.answer, each.expected)) equal++;
        else {
            console.log(
                `  DIFFERS: ${each.title}: ${JSON.stringify(each.expected)} expected, ${JSON.stringify(result.answer)} answered`,
            );
            process.exitCode = 2;
        }
    }
    const other = [...others.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${source}: ${cases.length} cases, ${equal} equal, ${other} of which nothing is promised`);
    for (const [because, count] of [...others].sort(([, a], [, b]) => b - a)) console.log(`  ${count} ${because}`);
}

const json = (...parts: string[]) => JSON.parse(readFileSync(path.join(folder, ...parts), 'utf8'));

if (existsSync(path.join(folder, 'growthbook/cases.json'))) {
    type Feature = [
        string,
        { attributes?: Record<string, unknown>; features?: object; savedGroups?: object },
        string,
        { value: ImportedJson },
    ];
    // Forced variations are not part of the document.
    const { feature } = json('growthbook/cases.json') as { feature: Feature[] };
    report(
        'growthbook',
        feature
            .filter(([, context]) => !('forcedVariations' in context))
            .map(([title, { attributes = {}, features = {}, savedGroups }, flag, { value }]) => {
                const { id, ...rest } = attributes;
                return {
                    title,
                    document: { features, savedGroups },
                    flag,
                    context: { userId: id, ...rest },
                    expected: value ?? false,
                };
            }),
    );
}
if (existsSync(path.join(folder, 'microsoft'))) {
    const files = readdirSync(path.join(folder, 'microsoft')).filter((file) => file.endsWith('.tests.json'));
    report(
        'microsoft',
        files.flatMap((file) => {
            const sample = file.replace('.tests.json', '.sample.json');
            if (!existsSync(path.join(folder, 'microsoft', sample))) return [];
            const { feature_management: management } = json('microsoft', sample) as {
                feature_management: { feature_flags: { id: string; variants?: unknown[] }[] };
            };
            const hasVariants = (flag: string) =>
                management.feature_flags.some(({ id, variants }) => id === flag && variants);
            const documentOf = (flag: string) => ({
                feature_management: { feature_flags: management.feature_flags.filter(({ id }) => id === flag) },
            });
            const tests = json('microsoft', file) as {
                FeatureFlagName: string;
                Inputs?: { User?: string; Groups?: string[] };
                IsEnabled?: { Result?: string; Exception?: string };
                Variant?: { Result?: { ConfigurationValue?: ImportedJson } };
            }[];
            // A document that cannot be read is rejected by both.
            return tests
                .filter((each) => each.IsEnabled?.Exception === undefined)
                .map(({ FeatureFlagName: flag, Inputs, IsEnabled, Variant }) => ({
                    title: `${file} ${flag} ${JSON.stringify(Inputs ?? {})}`,
                    document: documentOf(flag),
                    flag,
                    context: {
                        userId: Inputs?.User,
                        groups:
                            Inputs?.Groups?.length === 1
                                ? Inputs.Groups[0]
                                : Inputs?.Groups?.length
                                  ? Inputs.Groups
                                  : undefined,
                        currentTime: new Date().toISOString(),
                    },
                    expected: hasVariants(flag)
                        ? (Variant?.Result?.ConfigurationValue ?? false)
                        : IsEnabled?.Result === 'true',
                }));
        }),
    );
}

/** Names in angle brackets are placeholders for constants and parameters, which may contain placeholders themselves. */
function filled(value: unknown, names: Record<string, unknown>): unknown {
    if (typeof value === 'string') {
        const placeholder = /^<(\w+)>$/.exec(value)?.[1];
        if (placeholder !== undefined && placeholder in names) return filled(names[placeholder], names);
        return value.replace(/<(\w+)>/g, (text, name) => (name in names ? String(filled(names[name], names)) : text));
    }
    if (Array.isArray(value)) return value.map((each) => filled(each, names));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [filled(name, names), filled(each, names)]));
}

/** Every combination of one element of each list. */
const choices = (lists: Record<string, unknown>[][]): Record<string, unknown>[] =>
    lists.reduce<Record<string, unknown>[]>(
        (all, list) => all.flatMap((one) => list.map((other) => ({ ...one, ...other }))),
        [{}],
    );

if (existsSync(path.join(folder, 'launchdarkly'))) {
    type Evaluation = {
        name?: string;
        flagKey: string;
        context?: Record<string, unknown>;
        user?: Record<string, unknown>;
        default?: ImportedJson;
        expect: { value: ImportedJson; variationIndex?: number; reason: { kind: string } };
    };
    type Suite = {
        constants?: Record<string, unknown>;
        parameters?: (Record<string, unknown> | Record<string, unknown>[])[];
        sdkData: unknown;
        evaluations: unknown;
    };
    const cases: Case[] = [];
    for (const file of readdirSync(path.join(folder, 'launchdarkly'))) {
        // The requested type is not part of the document.
        if (file === 'errors-wrong-type.yml') continue;
        const suite = parse(readFileSync(path.join(folder, 'launchdarkly', file), 'utf8'), { merge: true }) as Suite;
        const { parameters = [{}], constants = {} } = suite;
        const lists = Array.isArray(parameters[0])
            ? (parameters as Record<string, unknown>[][])
            : [parameters as Record<string, unknown>[]];
        for (const chosen of choices(lists)) {
            const names = { ...constants, ...chosen };
            const document = filled(suite.sdkData, names);
            for (const each of filled(suite.evaluations, names) as Evaluation[]) {
                const context = each.context ?? each.user ?? {};
                // Contexts of several kinds are not flat; an error results in the default of the code, which is off here.
                if (context['kind'] === 'multi' || (context['kind'] ?? 'user') !== 'user') continue;
                const { key, kind, ...own } = context;
                // Legacy users have their custom attributes in an object.
                const { custom, ...common } = own;
                const isOld = kind === undefined && typeof custom === 'object';
                const rest: Record<string, unknown> = isOld ? { ...common, ...custom } : own;
                cases.push({
                    title: `${file} ${each.name ?? ''} ${JSON.stringify(chosen)}`,
                    document,
                    flag: each.flagKey,
                    context: { userId: key, ...rest },
                    expected:
                        each.expect.reason.kind === 'ERROR' || each.expect.variationIndex === undefined
                            ? false
                            : (each.expect.value ?? false),
                });
            }
        }
    }
    report('launchdarkly', cases);
}
