import {
    IconAlertOctagon,
    IconAlertTriangle,
    IconCircleDashed,
    IconClock,
    IconHeartbeat,
    IconHourglass,
    IconShieldCheck,
    type TablerIcon,
} from '@tabler/icons-react';
import type { Schemas } from '../../../api/types.ts';

export type SafeguardState = NonNullable<Schemas['safeguard']['state']>;

interface StateLook {
    label: string;
    icon: TablerIcon;
    color: string;
    variant: 'filled' | 'light' | 'outline';
    /** The meaning of the state, and its consequence. */
    about: string;
}

/** Six states that must not be confused: each has its own icon, colour, frame and words. */
export const SAFEGUARD_LOOKS: Record<SafeguardState, StateLook> = {
    'no data': {
        label: 'No data',
        icon: IconCircleDashed,
        color: 'gray',
        variant: 'outline',
        about: 'Nothing was reported in the range. That is neither healthy nor harm.',
    },
    failed: {
        label: 'Could not be computed',
        icon: IconAlertTriangle,
        color: 'brass',
        variant: 'outline',
        about: 'The value could not be computed, so it protects nothing until this is fixed.',
    },
    'too little': {
        label: 'Too little data',
        icon: IconHourglass,
        color: 'gray',
        variant: 'light',
        about: 'There are too few users so far to judge.',
    },
    'healthy so far': {
        label: 'Healthy so far',
        icon: IconHeartbeat,
        color: 'green',
        variant: 'light',
        about: 'No harm was shown so far. It is not excluded either.',
    },
    'harm shown': {
        label: 'Harm shown',
        icon: IconAlertOctagon,
        color: 'red',
        variant: 'filled',
        about: 'The safeguard has acted, or acts now.',
    },
    'harm excluded': {
        label: 'Harm excluded',
        icon: IconShieldCheck,
        color: 'green',
        variant: 'filled',
        about: 'Harm beyond the margin is excluded.',
    },
};

export const NOT_CHECKED: StateLook = {
    label: 'Not checked yet',
    icon: IconClock,
    color: 'gray',
    variant: 'outline',
    about: 'The first check follows within a minute.',
};
