import type { ImportSteps } from '../../import-steps.ts';
import { InvalidDocument } from '../../invalid-document.ts';
import { everyone, type ImportCondition, nobody, oneOf } from '../../model/condition.ts';
import type {
    ForeignFlag,
    ImportedJson,
    ImportOutcome,
    ImportRule,
    ImportSplitPart,
    Serves,
} from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import { type ImportSource, namedItems, oneByOne, THE_ONLY_ENVIRONMENT, unlessMalformed } from '../source.ts';
import { NOTES } from './notes.ts';
import { byHash, type EnvironmentInfo, identityPrefix, segmentOf } from './segments.ts';

/** Reads an environment document, which server-side SDKs receive. */
export const flagsmith: ImportSource = {
    product: 'Flagsmith',
    *read(root) {
        if (root.isList) {
            throw root.problem(
                'is a feature export, which has no segments and no identities. Send the environment document (GET /api/v1/environment-document/)',
            );
        }
        if (!root.at('feature_states').isList) {
            throw root.problem(
                'has no "feature_states": send the environment document (GET /api/v1/environment-document/)',
            );
        }
        const around = { environmentKey: root.at('api_key').text(), environmentName: root.at('name').textOr('') };
        const overrides = yield* overridesIn(root, around);
        const named = namedItems(root.at('feature_states'), (state) => state.at('feature').at('name'));
        const read = yield* oneByOne(root, named, (state) => flagOf(state, overrides, around));
        return { ...read, notes: NOTES };
    },
};

/** The state of a flag for some identities or a segment. */
interface Override {
    readonly state: DocumentReader;
    readonly when: ImportCondition;
    readonly title: string;
    readonly priority: number;
}

/** The overrides of flags by name, or the problem if one of them is malformed. */
type Overrides = ReadonlyMap<string, Override[] | InvalidDocument>;

/** Throws if an override does not name its flag: any flag could be affected. */
function* overridesIn(reader: DocumentReader, around: EnvironmentInfo): ImportSteps<Overrides> {
    const overrides = new Map<string, Override[] | InvalidDocument>();
    const add = (state: DocumentReader, read: () => Omit<Override, 'state'>) => {
        const name = nameOf(state);
        const list = overrides.get(name) ?? [];
        if (list instanceof InvalidDocument) return;
        const override = unlessMalformed(state, read);
        if (override instanceof InvalidDocument) overrides.set(name, override);
        else {
            list.push({ state, ...override });
            overrides.set(name, list);
        }
    };
    for (const identity of reader.at('identity_overrides').list()) {
        for (const state of identity.at('identity_features').list()) {
            add(state, () => ({
                when: oneOf('userId', [identity.at('identifier').text()]),
                title: 'Identity override',
                priority: Number.NEGATIVE_INFINITY,
            }));
        }
    }
    // Of equal priorities, the segment with the lowest number comes first.
    const position = (segment: DocumentReader) => Number(segment.at('id').value) || 0;
    const segments = reader.at('project').at('segments').list();
    for (const segment of segments.sort((a, b) => position(a) - position(b))) {
        reader.budget.begin('segment', String(segment.at('name').value));
        yield;
        const states = segment.at('feature_states').list();
        const when = states.length === 0 ? nobody : unlessMalformed(segment, () => segmentOf(segment, around));
        for (const state of states) {
            add(state, () => {
                if (when instanceof InvalidDocument) throw when;
                const priority = state.at('feature_segment').at('priority').numberOr(Number.POSITIVE_INFINITY);
                return { when, title: `Segment ${segment.at('name').text()}`, priority };
            });
        }
    }
    for (const list of overrides.values()) {
        if (Array.isArray(list)) list.sort((a, b) => (a.priority === b.priority ? 0 : a.priority - b.priority));
    }
    return overrides;
}

const nameOf = (state: DocumentReader) => state.at('feature').at('name').text();

function flagOf(state: DocumentReader, overrides: Overrides, around: EnvironmentInfo): ForeignFlag {
    const key = nameOf(state);
    const mine = overrides.get(key) ?? [];
    if (mine instanceof InvalidDocument) throw mine;
    const own: Override = { state, when: everyone, title: 'For everyone else', priority: 0 };
    const rules = [...mine, own].flatMap((override) => rulesOf(override, around));
    return {
        key,
        path: state.path,
        description: state.at('feature').at('description').textOr(undefined),
        tags: [],
        isBoolean: [...mine, own].every((each) => hasNoValue(each.state)),
        states: new Map([
            [
                THE_ONLY_ENVIRONMENT,
                {
                    isOn: true,
                    rules,
                    off: { path: state.path, title: 'Off', when: everyone, serves: { outcome: 'off' } },
                },
            ],
        ]),
        notes: valueWhileOff(state),
    };
}

const hasNoValue = (state: DocumentReader) =>
    state.at('feature_state_value').isMissing && state.at('multivariate_feature_state_values').list().length === 0;

function valueWhileOff(state: DocumentReader): string[] {
    return state.at('enabled').booleanOr(false) || hasNoValue(state)
        ? []
        : ['The flag is off but has a value, which SDKs of the source return; here, a flag that is off has no value.'];
}

/** Returns one rule; with variants also a second one for contexts without an identity. */
function rulesOf({ state, when, title }: Override, around: EnvironmentInfo): ImportRule[] {
    const isOn = state.at('enabled').booleanOr(false);
    const served = (value: ImportedJson): ImportOutcome => (!isOn ? 'off' : value === null ? 'on' : { value });
    const control = served(state.at('feature_state_value').json());
    const rule = (serves: Serves): ImportRule => ({ path: state.path, title, when, serves });
    const variants = state.at('multivariate_feature_state_values').list();
    if (!isOn || variants.length === 0) return [rule({ outcome: control })];
    const own = state.at('django_id').isMissing
        ? state.at('featurestate_uuid').text()
        : String(state.at('django_id').number());
    const bucketing = byHash(`${own},${identityPrefix(around)}`, 'userId');
    let start = 0;
    const parts = inOrder(variants).map((variant): ImportSplitPart => {
        const percentage = variant.at('percentage_allocation').number();
        const from = start;
        start += percentage;
        const value = variant.at('multivariate_feature_option').at('value').json();
        return { share: percentage / 100, ranges: percentage > 0 ? [{ from, to: start }] : [], serves: served(value) };
    });
    const rest: ImportSplitPart = {
        share: Math.max(0, 1 - start / 100),
        ranges: start > 100 ? [] : [{ from: start, to: 100, inclusive: true }],
        serves: control,
    };
    return [
        rule({ split: { bucketing, parts: [...parts, rest] } }),
        { ...rule({ outcome: control }), title: `${title}, without an identity` },
    ];
}

/** Sorts by number, or by UUID as text, which has the same order as its number. */
function inOrder(variants: readonly DocumentReader[]): DocumentReader[] {
    const position = (variant: DocumentReader): number | string =>
        variant.at('id').isMissing ? variant.at('mv_fs_value_uuid').text().toLowerCase() : variant.at('id').number();
    return [...variants].sort((a, b) => {
        const [left, right] = [position(a), position(b)];
        return left < right ? -1 : left > right ? 1 : 0;
    });
}
