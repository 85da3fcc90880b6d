/** The exact number is at least `atLeast` and less than `below`. */
export interface CountBounds {
    readonly atLeast: number;
    readonly below: number;
}

/** The numbers of contexts in the effect of a change. */
export const EFFECT_COUNTS = ['onBefore', 'onAfter', 'changed', 'offToOn', 'onToOff', 'variantChanged'] as const;
export type EffectCount = (typeof EFFECT_COUNTS)[number];

const UNMEASURED_REASONS = {
    identities: 'its rules name users, sessions or addresses',
    'custom-strategies': 'SDKs decide with a custom strategy',
};
export type UnmeasuredReason = keyof typeof UNMEASURED_REASONS;

/** The evaluated contexts. */
export interface EvaluatedContexts {
    readonly population: 'given' | 'personas' | 'traffic' | 'made-up';
    readonly evaluated: number;
    readonly evaluatedBounds?: CountBounds | undefined;
}

/** The affected contexts of one flag. Without bounds the numbers are exact. */
export interface CountedEffect {
    readonly changed: number;
    readonly offToOn: number;
    readonly onToOff: number;
    readonly variantChanged: number;
    readonly bounds?: Readonly<Record<EffectCount, CountBounds>> | undefined;
    /** Present if the contexts cannot show which of them are affected. */
    readonly unmeasured?: UnmeasuredReason | undefined;
    readonly examples: readonly {
        readonly persona?: string | undefined;
        readonly before: { readonly enabled: boolean };
        readonly after: { readonly enabled: boolean };
    }[];
}

interface SentenceOptions {
    readonly isPast?: boolean;
    /** Formats numbers for the reader. */
    readonly format?: (number: number) => string;
}

type Transition = 'onToOff' | 'offToOn' | 'variantChanged';

/** Losses come first. For each transition the verb for one and for several contexts, and in the past. */
const VERBS: readonly [Transition, one: string, several: string, past: string][] = [
    ['onToOff', 'loses it', 'lose it', 'lost it'],
    ['offToOn', 'gets it', 'get it', 'got it'],
    ['variantChanged', 'gets another variant', 'get another variant', 'got another variant'],
];

const NOUNS: Record<EvaluatedContexts['population'], string> = {
    traffic: 'user',
    personas: 'persona',
    given: 'given context',
    'made-up': 'synthetic user',
};

/** Describes how many of the evaluated contexts a change of one flag affects. A number that is withheld or estimated is not stated as exact. */
export function describeAffected(
    contexts: EvaluatedContexts,
    effect: CountedEffect,
    { isPast = false, format = String }: SentenceOptions = {},
): string {
    const { evaluated } = contexts;
    const { bounds, changed, unmeasured } = effect;
    if (evaluated === 0) return describeNobody(contexts, format);
    const all = counted(evaluated, NOUNS[contexts.population], format);
    const unknown = `Unknown how many of ${all} ${isPast ? 'were' : 'are'} affected`;
    if (unmeasured) return `${unknown}: ${UNMEASURED_REASONS[unmeasured]}.`;
    if (changed === 0) {
        if (bounds === undefined) return `${isPast ? 'Had no effect' : 'No effect'} on ${all}.`;
        if (bounds.changed.below > evaluated) return `${unknown}.`;
        return `Fewer than ${format(bounds.changed.below)} of ${all} affected.`;
    }
    // A few users with many contexts decide.
    const isVague = bounds?.changed.atLeast === 0 && bounds.changed.below > evaluated && changed < evaluated / 4;
    if (isVague) return `${unknown}.`;
    const isEstimate = bounds !== undefined;
    const about = isEstimate ? 'About ' : '';
    const share = (number: number) =>
        evaluated > 1 ? ` (${formatShareOf(number, evaluated, isEstimate ? 1 : 0.1)})` : '';
    const parts = VERBS.flatMap(([transition, one, several, past]) => {
        const number = effect[transition];
        if (number === 0) return [];
        const names = namesOf(effect, transition);
        const named = names.length === number ? names.map((name) => `“${name}”`).join(' and ') : undefined;
        return [{ named, number, verb: isPast ? past : number === 1 ? one : several }];
    });
    const [first, ...others] = parts;
    // Each transition alone may be rounded to zero.
    if (!first) return `${about}${format(changed)} of ${all}${share(changed)} affected.`;
    const { named = `${about}${format(first.number)} of ${all}${share(first.number)}` } = first;
    const further = others.map(
        (part) => `${part.named ?? `${about.toLowerCase()}${format(part.number)}`} ${part.verb}`,
    );
    return `${[`${named} ${first.verb}`, ...further].join('; ')}.`;
}

/** Describes flags with no or few affected contexts, which are not listed one by one. */
export function describeOthers(
    { evaluated }: EvaluatedContexts,
    others: readonly CountedEffect[],
    noun: string,
    format: (number: number) => string = String,
): string {
    const below = Math.max(0, ...others.map(({ bounds }) => bounds?.changed.below ?? 0));
    const flags = counted(others.length, noun, format);
    if (below === 0) return `${flags}: no change.`;
    if (below > evaluated) return `${flags}: unknown how many users are affected.`;
    return `${flags}: fewer than ${format(below)} users${others.length === 1 ? '' : ' each'}.`;
}

/** Describes a part of a count, such as the users of one application. */
export function describeCount(
    number: number,
    bounds: CountBounds | undefined,
    format: (number: number) => string = String,
): string {
    if (!bounds) return format(number);
    return number === 0 ? `< ${format(bounds.below)}` : `~ ${format(number)}`;
}

function describeNobody(
    { population, evaluatedBounds }: EvaluatedContexts,
    format: (number: number) => string,
): string {
    if (evaluatedBounds) {
        return `Fewer than ${format(evaluatedBounds.below)} users were seen in the last 24 hours: too few for an estimate.`;
    }
    if (population === 'traffic') return 'No effect can be shown: there is no sampled traffic.';
    return `There are no ${NOUNS[population]}s to evaluate.`;
}

const namesOf = ({ examples }: CountedEffect, transition: Transition): string[] =>
    examples.flatMap(({ persona, before, after }) => {
        const is = before.enabled === after.enabled ? 'variantChanged' : after.enabled ? 'offToOn' : 'onToOff';
        return persona !== undefined && is === transition ? [persona] : [];
    });

const counted = (number: number, noun: string, format: (number: number) => string) =>
    `${format(number)} ${number === 1 ? noun : `${noun}s`}`;

/** Formats a share without rounding it to nobody or everybody. */
function formatShareOf(part: number, whole: number, step: number): string {
    const steps = (100 * part) / whole / step;
    if (steps < 1) return `< ${step}%`;
    if (part < whole && steps > 100 / step - 1) return `> ${100 - step}%`;
    return `${Math.round(Math.round(steps) * step * 10) / 10}%`;
}
