import type { ImportSteps } from '../../import-steps.ts';
import { InvalidDocument } from '../../invalid-document.ts';
import {
    all,
    any,
    everyone,
    type ImportCondition,
    nobody,
    not,
    oneOf,
    unsupportedTest,
} from '../../model/condition.ts';
import type { ForeignFlag, ForeignProject, ForeignState, ImportRule } from '../../model/flag.ts';
import { DocumentReader } from '../../reading.ts';
import { MAX_REACHED, TOO_FAR } from '../reached.ts';
import { type ImportSource, namedItems, oneByOne, THE_ONLY_ENVIRONMENT, unlessMalformed } from '../source.ts';
import { attributeOf, clausesOf } from './clauses.ts';
import { NOTES, notesOf } from './notes.ts';
import { bucketingOf, rolloutOf, upTo } from './rollout.ts';
import { isBoolean, NOTHING, Outcomes, type Served } from './variations.ts';

/** Reads the flags of the REST API with all environments, or the payload of the SDKs of one environment. */
export const launchdarkly: ImportSource = {
    product: 'LaunchDarkly',
    *read(root) {
        if (root.at('items').isList) return yield* fromRest(root);
        const environment = new LaunchDarklyEnvironment(root.at('flags'), root.at('segments'));
        if (!root.at('flags').isRecord)
            throw root.problem('has neither "flags" nor "items": send the response of LaunchDarkly');
        const read = yield* oneByOne(root, root.at('flags').entries(), (flag, key) => ({
            ...described(key, flag),
            states: new Map([[THE_ONLY_ENVIRONMENT, environment.state(key)]]),
            notes: notesOf(flag),
        }));
        return { ...read, notes: NOTES };
    },
};

const described = (key: string, flag: DocumentReader): Omit<ForeignFlag, 'states' | 'notes'> => ({
    key,
    path: flag.path,
    description: flag.at('description').textOr(undefined),
    tags: flag.at('tags').texts(),
    isBoolean: isBoolean(flag),
});

function* fromRest(document: DocumentReader): ImportSteps<ForeignProject> {
    const flags = new Map(namedItems(document.at('items'), (flag) => flag.at('key')));
    const environments = new Map<string, LaunchDarklyEnvironment>();
    const environment = (name: string) => {
        const known = environments.get(name);
        if (known !== undefined) return known;
        const read = new LaunchDarklyEnvironment(flags, segmentsOf(document.at('segments').at(name)), name);
        environments.set(name, read);
        return read;
    };
    const read = yield* oneByOne(document, flags, (flag) => {
        const key = flag.at('key').text();
        const states = new Map<string, ForeignState>();
        const malformed = new Map<string, string>();
        for (const [name, config] of flag.at('environments').entries()) {
            const state = unlessMalformed(config, () => environment(name).state(key));
            if (state instanceof InvalidDocument) malformed.set(name, state.message);
            else states.set(name, state);
        }
        return { ...described(key, flag), states, malformed, notes: notesOf(flag) };
    });
    return { ...read, notes: NOTES };
}

/** Reads segments from a page of the REST API, or from an SDK payload by key. */
function segmentsOf(reader: DocumentReader): ReadonlyMap<string, DocumentReader> {
    const items = reader.at('items').isList ? reader.at('items') : reader;
    if (!items.isList) return new Map(reader.entries());
    return new Map(namedItems(items, (segment) => segment.at('key')));
}

/** SDKs do not receive archived and deleted flags: code gets its own default, whatever the flag contains. */
const isRemoved = (...parts: DocumentReader[]) =>
    parts.some((part) => part.at('archived').booleanOr(false) || part.at('deleted').booleanOr(false));

const isServed = (flag: DocumentReader, config: DocumentReader) =>
    config.at('on').booleanOr(false) && !isRemoved(flag, config);

const removedState = ({ path }: DocumentReader): ForeignState => ({
    isOn: false,
    rules: [],
    off: { path, title: 'Archived or deleted', when: everyone, serves: { outcome: 'off' } },
});

interface Step {
    readonly path: string;
    readonly title: string;
    readonly when: ImportCondition;
    readonly serves: Served;
    readonly losses?: readonly string[];
}

/** The maximum depth of prerequisites of prerequisites. */
const MAX_CHAIN = 10;
const MAX_INLINED = 500;
const TOO_MANY = `the flag has more than ${MAX_INLINED} prerequisites and segments, one inside the other`;

class LaunchDarklyEnvironment {
    readonly #flags: ReadonlyMap<string, DocumentReader>;
    readonly #segments: ReadonlyMap<string, DocumentReader>;
    /** The environment of the configuration within a flag of the REST API. */
    readonly #name: string | undefined;
    readonly #conditions = new Map<string, ImportCondition>();
    readonly #prerequisiteSteps = new Map<string, readonly Step[]>();
    /** The number of flags and segments that are nested in the flag that is being read. */
    #inlined = 0;

    constructor(
        flags: DocumentReader | ReadonlyMap<string, DocumentReader>,
        segments: DocumentReader | ReadonlyMap<string, DocumentReader>,
        name?: string,
    ) {
        this.#flags = flags instanceof DocumentReader ? new Map(flags.entries()) : flags;
        this.#segments = segments instanceof DocumentReader ? segmentsOf(segments) : segments;
        this.#name = name;
    }

    state(key: string): ForeignState {
        const flag = this.#flags.get(key)!;
        this.#inlined = 0;
        const config = this.#config(flag);
        const outcomes = new Outcomes(flag);
        if (isRemoved(flag, config)) return removedState(flag);
        const off: ImportRule = {
            path: config.at('offVariation').path,
            title: 'While it is off',
            when: everyone,
            serves: { outcome: outcomes.of(config.at('offVariation').numberOr(undefined)) },
        };
        const required = this.#prerequisites(config, [key]);
        const gate: ImportRule[] =
            required === everyone
                ? []
                : [
                      {
                          path: config.at('prerequisites').path,
                          title: 'Prerequisites',
                          when: not(required),
                          serves: off.serves,
                      },
                  ];
        const rules = this.#steps(key, config).map(
            ({ serves, ...step }): ImportRule => ({ ...step, serves: outcomes.served(serves) }),
        );
        return { isOn: isServed(flag, config), rules: [...gate, ...rules], off };
    }

    #config(flag: DocumentReader): DocumentReader {
        return this.#name === undefined ? flag : flag.at('environments').at(this.#name);
    }

    /** Individual targets, then rules, then the fallthrough. */
    #steps(key: string, config: DocumentReader): Step[] {
        const keyAndSalt = `${key}.${config.at('salt').textOr('')}`;
        const serve = (reader: DocumentReader): { serves: Served; losses?: string[] } => {
            const rollout = reader.at('rollout');
            if (rollout.isMissing || !reader.at('variation').isMissing) {
                return { serves: { variation: reader.at('variation').numberOr(undefined) } };
            }
            const read = rolloutOf(rollout, keyAndSalt);
            if (read !== undefined) return { serves: { rollout: read } };
            return {
                serves: { variation: undefined },
                losses: ['the rollout cannot be read: it serves the default of the code'],
            };
        };
        const segment = (name: string) => {
            const condition = this.#conditions.get(name) ?? this.#segment(name, []);
            this.#conditions.set(name, condition);
            return condition;
        };
        return [
            ...targetsOf(config),
            ...config
                .at('rules')
                .list()
                .map((rule, i): Step => {
                    const title = rule.at('description').textOr('') || `Rule ${i + 1}`;
                    const isDisabled = rule.at('disabled').booleanOr(false);
                    return isDisabled
                        ? { path: rule.path, title: `${title} (disabled)`, when: nobody, serves: NOTHING }
                        : { path: rule.path, title, when: clausesOf(rule.at('clauses'), segment), ...serve(rule) };
                }),
            {
                path: config.at('fallthrough').path,
                title: 'Default rule',
                when: everyone,
                ...serve(config.at('fallthrough')),
            },
        ];
    }

    /** The condition that all prerequisites serve the required variations. */
    #prerequisites(config: DocumentReader, chain: readonly string[]): ImportCondition {
        const prerequisites = config.at('prerequisites').list();
        if (prerequisites.length === 0) return everyone;
        return all(
            ...prerequisites.map((each) => this.#serves(each.at('key').text(), each.at('variation').number(), chain)),
        );
    }

    #serves(key: string, variation: number, chain: readonly string[]): ImportCondition {
        const flag = this.#flags.get(key);
        if (this.#inlined++ > MAX_INLINED) return unsupportedTest(TOO_MANY);
        if (chain.includes(key) || chain.length > MAX_CHAIN)
            return unsupportedTest(`prerequisites that refer to each other: ${key}`);
        if (flag === undefined) return nobody;
        const config = this.#config(flag);
        if (!isServed(flag, config)) return nobody;
        if (config.at('rules').list().length + config.at('targets').list().length > MAX_REACHED)
            return unsupportedTest(TOO_FAR);
        const reached: ImportCondition[] = [];
        const passed: ImportCondition[] = [];
        for (const { when, serves } of this.#knownSteps(key, config)) {
            config.spend(passed.length);
            const isServed = servesVariation(serves, variation);
            if (isServed !== nobody) reached.push(all(...passed, when, isServed));
            // A later step with the same result does not need to exclude these users.
            if (isServed !== everyone) passed.push(not(when));
        }
        return all(this.#prerequisites(config, [...chain, key]), any(...reached));
    }

    /** The steps of a prerequisite, which many flags may have. */
    #knownSteps(key: string, config: DocumentReader): readonly Step[] {
        const steps = this.#prerequisiteSteps.get(key) ?? this.#steps(key, config);
        this.#prerequisiteSteps.set(key, steps);
        return steps;
    }

    #segment(key: string, chain: readonly string[]): ImportCondition {
        const segment = this.#segments.get(key);
        if (this.#inlined++ > MAX_INLINED) return unsupportedTest(TOO_MANY);
        if (chain.includes(key) || chain.length > MAX_CHAIN)
            return unsupportedTest(`segments that refer to each other: ${key}`);
        if (segment === undefined) return nobody;
        if (segment.at('unbounded').booleanOr(false))
            return unsupportedTest(`the members of big segment ${key} are not in the document`);
        const members = (users: string, contexts: string) =>
            any(
                oneOf('userId', segment.at(users).texts()),
                ...segment
                    .at(contexts)
                    .list()
                    .map((entry) => {
                        const attribute = attributeOf('key', entry.at('contextKind'));
                        return attribute === undefined ? nobody : oneOf(attribute, entry.at('values').texts());
                    }),
            );
        const deeper = (name: string) => this.#segment(name, [...chain, key]);
        const rules = segment
            .at('rules')
            .list()
            .map((rule) => {
                const clauses = clausesOf(rule.at('clauses'), deeper);
                if (rule.at('weight').isMissing) return clauses;
                const prefix = `${key}.${segment.at('salt').textOr('')}.`;
                const bucketing = bucketingOf(prefix, rule.at('bucketBy'), rule.at('rolloutContextKind'));
                if (bucketing === undefined)
                    return unsupportedTest(
                        'contexts are flat here and do not contain the bucketing key of the segment',
                    );
                return all(clauses, { is: 'bucket', bucketing, ranges: upTo(rule.at('weight').number()) });
            });
        const of = any(
            members('included', 'includedContexts'),
            all(not(members('excluded', 'excludedContexts')), any(...rules)),
        );
        return { is: 'segment', name: key, of };
    }
}

/** Without a list of context targets, user targets are used alone; with one, it defines the order. */
function targetsOf(config: DocumentReader): Step[] {
    const users = config.at('targets').list();
    const contexts = config.at('contextTargets').list();
    const step = (target: DocumentReader, kind: DocumentReader, values: string[]): Step => {
        const attribute = attributeOf('key', kind);
        return {
            path: target.path,
            title: 'Individual targets',
            when: attribute === undefined || values.length === 0 ? nobody : oneOf(attribute, values),
            serves: { variation: target.at('variation').numberOr(0) },
        };
    };
    const missing = config.replacedBy(undefined);
    if (contexts.length === 0) return users.map((target) => step(target, missing, target.at('values').texts()));
    return contexts.map((target) => {
        if (target.at('contextKind').textOr('user') !== 'user') {
            return step(target, target.at('contextKind'), target.at('values').texts());
        }
        const twin = users.find((user) => user.at('variation').value === target.at('variation').value);
        return step(target, missing, twin?.at('values').texts() ?? []);
    });
}

function servesVariation(serves: Served, variation: number): ImportCondition {
    if ('variation' in serves) return serves.variation === variation ? everyone : nobody;
    const { bucketing, parts } = serves.rollout;
    const ranges = parts.filter((part) => part.variation === variation).flatMap((part) => part.ranges);
    return ranges.length === 0 ? nobody : { is: 'bucket', bucketing, ranges };
}
