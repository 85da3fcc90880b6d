import type { Experiment } from './experiment.queries.ts';

type State = Experiment['state'];

export const STATE_LOOKS: Record<State, { label: string; color: string; variant: 'filled' | 'light' | 'outline' }> = {
    Draft: { label: 'Draft', color: 'gray', variant: 'outline' },
    Running: { label: 'Running', color: 'tide', variant: 'light' },
    Stopped: { label: 'Stopped', color: 'brass', variant: 'light' },
    Decided: { label: 'Decided', color: 'green', variant: 'light' },
};

/** Experiments that need somebody come first. */
export const STATE_ORDER: readonly State[] = ['Running', 'Stopped', 'Draft', 'Decided'];
