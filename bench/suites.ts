/**
 * Official test data of other products through the importers: each case whose flag comes along exactly, or with the same people,
 * must answer as it says. The data is read from a folder that is not part of this repository, and nothing is said of what is not there.
 * `npm run bench -- suites <folder with launchdarkly/, growthbook/, microsoft/>`
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { DEFAULT_RESOURCE_LIMITS } from '../packages/server/src/core/resource-limits.ts';
import { compileState } from '../packages/server/src/import/compiler/compile.ts';
import { Segments } from '../packages/server/src/import/compiler/segments.ts';
import { typesIn } from '../packages/server/src/import/model/attributes.ts';
import type { Json } from '../packages/server/src/import/model/flag.ts';
import { compiled, isSame, readEngine } from '../packages/server/src/import/proof/compare.ts';
import { Unreadable } from '../packages/server/src/import/reading.ts';
import type { SourceName } from '../packages/server/src/import/source-names.ts';
import { SOURCES } from '../packages/server/src/import/sources/index.ts';

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
    expected: Json;
}

/** What a flag that came along answers; undefined when it is not promised to be the same, or contexts here cannot be so. */
function answerOf(source: SourceName, { document, flag: name, context }: Case): Json | undefined {
    const flag = readable(source, document)?.flags.find(({ key }) => key === name);
    const [state] = flag?.states.values() ?? [];
    if (flag === undefined || state === undefined) return false;
    const segments = new Segments();
    const target = compileState(flag, state, { percentages: 'people', limits: DEFAULT_RESOURCE_LIMITS, segments });
    const isConditional = target.rules.some(({ when }) => when.length > 0);
    // Of several groups no context here can be, so whoever gets as far has one.
    if (target.verdict === 'lost' || (isConditional && source !== 'microsoft')) return undefined;
    const values = Object.entries(context).filter(([, value]) => value !== null && value !== undefined);
    if (values.some(([, value]) => typeof value === 'object' || value === '')) return undefined;
    // Contexts here are text: of another type than the rules mean, nothing is promised.
    const types = typesIn(state);
    const isOther = ([key, value]: [string, unknown]) => {
        const [type, another] = types.get(key) ?? [];
        return (
            another !== undefined ||
            (type !== undefined && type !== (typeof value === 'string' ? 'text' : typeof value))
        );
    };
    if (values.some(isOther)) return undefined;
    const flat = Object.fromEntries(values.map(([key, value]) => [key, String(value)]));
    return readEngine(compiled([[name, target]], segments), name, flat);
}

/** A document that is wrong on purpose is refused, and says where. */
function readable(source: SourceName, document: unknown) {
    try {
        return SOURCES[source].read(document);
    } catch (error) {
        if (error instanceof Unreadable) return undefined;
        throw error;
    }
}

function report(source: SourceName, cases: readonly Case[]): void {
    let equal = 0;
    let other = 0;
    for (const each of cases) {
        const answer = answerOf(source, each);
        if (answer === undefined) other++;
        else if (isSame(answer, each.expected)) equal++;
        else {
            console.log(
                `  DIFFERS: ${each.title}: ${JSON.stringify(each.expected)} expected, ${JSON.stringify(answer)} answered`,
            );
            process.exitCode = 2;
        }
    }
    console.log(`${source}: ${cases.length} cases, ${equal} equal, ${other} of which nothing is promised`);
}

const json = (...parts: string[]) => JSON.parse(readFileSync(path.join(folder, ...parts), 'utf8'));

if (existsSync(path.join(folder, 'growthbook/cases.json'))) {
    type Feature = [
        string,
        { attributes?: Record<string, unknown>; features?: object; savedGroups?: object },
        string,
        { value: Json },
    ];
    // Which variation someone is made to have is not in the document.
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
                Variant?: { Result?: { ConfigurationValue?: Json } };
            }[];
            // One that cannot be read is refused, here as there.
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

/** Names in angle brackets stand for constants and parameters, which may have such names in them again. */
function filled(value: unknown, names: Record<string, unknown>): unknown {
    if (typeof value === 'string') {
        const whole = /^<(\w+)>$/.exec(value)?.[1];
        if (whole !== undefined && whole in names) return filled(names[whole], names);
        return value.replace(/<(\w+)>/g, (text, name) => (name in names ? String(filled(names[name], names)) : text));
    }
    if (Array.isArray(value)) return value.map((each) => filled(each, names));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [filled(name, names), filled(each, names)]));
}

/** Every choice of one of each list. */
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
        default?: Json;
        expect: { value: Json; variationIndex?: number; reason: { kind: string } };
    };
    type Suite = {
        constants?: Record<string, unknown>;
        parameters?: (Record<string, unknown> | Record<string, unknown>[])[];
        sdkData: unknown;
        evaluations: unknown;
    };
    const cases: Case[] = [];
    for (const file of readdirSync(path.join(folder, 'launchdarkly'))) {
        // Which type a program asks for is not in the document.
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
                // Several kinds at once are not flat; an error answers the default of the code, which is off here.
                if (context['kind'] === 'multi' || (context['kind'] ?? 'user') !== 'user') continue;
                const { key, kind: _, ...rest } = context;
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
