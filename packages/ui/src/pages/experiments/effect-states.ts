import {
    IconAlertOctagon,
    IconAlertTriangle,
    IconCircleDashed,
    IconHourglass,
    IconScale,
    IconShieldCheck,
    IconTrendingDown,
    IconTrendingUp,
    type TablerIcon,
} from '@tabler/icons-react';
import type { Effect } from './experiment.queries.ts';

/** The state of an effect; `uncomputable`: there are data, and no effect can be computed from them. */
export type EffectState = Effect['state'] | 'uncomputable';

interface StateLook {
    label: string;
    icon: TablerIcon;
    color: string;
    variant: 'filled' | 'light' | 'outline';
    about: string;
}

/** Below this number, users of a variant are not judged. */
export const MIN_UNITS = 100;

/** States that must not be confused: each has its own icon, colour, frame and words. */
export const EFFECT_LOOKS: Record<EffectState, StateLook> = {
    'no data': {
        label: 'No data',
        icon: IconCircleDashed,
        color: 'gray',
        variant: 'outline',
        about: 'No variant has this outcome. Either nobody did it, or no application sends it.',
    },
    waiting: {
        label: 'Waiting for data',
        icon: IconHourglass,
        color: 'gray',
        variant: 'outline',
        about: 'The data source was not queried yet.',
    },
    failed: {
        label: 'Query failed',
        icon: IconAlertTriangle,
        color: 'red',
        variant: 'outline',
        about: 'The query of the data source failed, so nothing is known. The reason is above the results.',
    },
    uncomputable: {
        label: 'Could not be computed',
        icon: IconAlertTriangle,
        color: 'brass',
        variant: 'outline',
        about: 'All users have the same value, or the control has none. The absolute difference may be computable.',
    },
    'too little': {
        label: 'Too little data',
        icon: IconHourglass,
        color: 'gray',
        variant: 'light',
        about: `A variant has fewer than ${MIN_UNITS} users, so its effect is not judged.`,
    },
    undecided: {
        label: 'Undecided',
        icon: IconScale,
        color: 'blue',
        variant: 'light',
        about: 'The interval contains zero: there may be a difference or none.',
    },
    better: {
        label: 'Better',
        icon: IconTrendingUp,
        color: 'green',
        variant: 'light',
        about: 'The whole interval is on the desired side of zero.',
    },
    worse: {
        label: 'Worse',
        icon: IconTrendingDown,
        color: 'red',
        variant: 'filled',
        about: 'The whole interval is on the undesired side of zero.',
    },
    'harm shown': {
        label: 'Harm shown',
        icon: IconAlertOctagon,
        color: 'red',
        variant: 'filled',
        about: 'The guard metric is worse by more than its margin.',
    },
    'harm excluded': {
        label: 'Harm excluded',
        icon: IconShieldCheck,
        color: 'green',
        variant: 'light',
        about: 'The guard metric is not worse by more than its margin.',
    },
};

/** The state to show: an effect without a value although both variants have enough users was not computable. */
export const stateOf = ({ state, effect }: Pick<Effect, 'state' | 'effect'>, smallestArm: number): EffectState =>
    state === 'too little' && effect === null && smallestArm >= MIN_UNITS ? 'uncomputable' : state;
