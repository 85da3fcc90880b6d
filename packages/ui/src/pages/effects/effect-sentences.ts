import type { Affected, AffectedFlag, Example } from './effects.ts';

export const count = (number: number, noun: string) =>
    `${number.toLocaleString('en')} ${number === 1 ? noun : `${noun}s`}`;

const SOME: Record<Affected['population'], (asked: number) => string> = {
    traffic: (asked) => `${asked === 1 ? '1 person' : `${asked.toLocaleString('en')} people`} seen in the last day`,
    personas: (asked) => `your ${count(asked, 'persona')}`,
    given: (asked) => `the ${count(asked, 'context')} asked about`,
    'made-up': (asked) => count(asked, 'made-up user'),
};

const WHOSE: Record<Affected['population'], string> = {
    traffic: 'Real traffic of the last day on this node.',
    personas: 'Asked as the personas of this project.',
    given: 'Asked with the contexts that were given.',
    'made-up': 'Made-up users, not real traffic.',
};

/** Where these people come from. */
export const whoseIn = ({ population, asked, note }: Affected) =>
    asked === 0 ? 'There was nobody to ask about.' : (note ?? WHOSE[population]);

/** How many get something else, in one sentence. */
export function summaryOf({ population, asked }: Affected, flag: AffectedFlag | undefined, isPast = false): string {
    if (asked === 0) return 'Nobody to ask about.';
    const some = SOME[population](asked);
    if (!flag || flag.changed === 0) return `Of ${some}, nobody ${isPast ? 'noticed' : 'would notice'}.`;
    const { offToOn, onToOff, variantChanged } = flag;
    const number = (value: number) => value.toLocaleString('en');
    const parts = [
        `${number(offToOn)} ${isPast ? 'got' : 'would get'} it`,
        `${number(onToOff)} ${isPast ? 'lost' : 'lose'} it`,
        ...(variantChanged > 0 ? [`${number(variantChanged)} ${isPast ? 'got' : 'get'} another variant`] : []),
    ];
    return `Of ${some}, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
}

/** How often SDKs ask for these flags there; undefined where that is of no meaning, as for the past. */
export function trafficOf(flags: readonly Pick<AffectedFlag, 'answersPerDay'>[]): string | undefined {
    if (flags.length === 0 || flags.some(({ answersPerDay }) => answersPerDay === undefined)) return undefined;
    const answers = flags.reduce((sum, { answersPerDay = 0 }) => sum + answersPerDay, 0);
    return answers === 0 ? 'No SDK asked for it in the last day.' : `${count(answers, 'answer')} a day there now.`;
}

/** The result of one context before and after. */
export function outcomeIn({ before, after }: Example): [before: string, after: string] {
    if (before.enabled !== after.enabled) return [onOrOff(before), onOrOff(after)];
    // The same variant with another payload.
    if (before.variant === after.variant) return [nameOf(before.variant), `another ${nameOf(after.variant)}`];
    return [nameOf(before.variant), nameOf(after.variant)];
}

/** How SDKs call that there is no variant. */
const NONE = 'disabled';
const nameOf = (variant: string) => (variant === NONE ? 'no variant' : variant);
const onOrOff = ({ enabled, variant }: Example['before']) =>
    enabled ? (variant === NONE ? 'on' : `on, ${variant}`) : 'off';
