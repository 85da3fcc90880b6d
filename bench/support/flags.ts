/** The names of bench flags, which are imported in thousands. */
export const flagName = (index: number) => `flag${Math.floor(index / 1_000)}-${String(index % 1_000).padStart(5, '0')}`;

/** An import file of mixed flags: 40 % plain, 40 % rollouts with constraints, 10 % segments, 10 % with four variants. */
export function mixedFlags(count: number, prefix = 'flag', from = 0) {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${String(from + index).padStart(5, '0')}`);
    return {
        features: names.map((name) => ({ name, type: 'release', description: `What ${name} is for` })),
        featureEnvironments: names.map((name, index) => ({
            name,
            featureName: name,
            enabled: (from + index) % 5 !== 0,
        })),
        featureStrategies: names.map((featureName, index) => ({
            featureName,
            ...strategyOf(from + index, featureName),
        })),
        segments: [
            { id: 1, name: 'grown-ups', constraints: [{ contextName: 'age', operator: 'NUM_GTE', value: '18' }] },
        ],
    };
}

function strategyOf(index: number, groupId: string) {
    const kind = index % 10;
    if (kind < 4) return { name: 'default' };
    const rollout = {
        name: 'flexibleRollout',
        parameters: { rollout: String((index * 7) % 101), stickiness: 'userId', groupId },
    };
    if (kind === 8) return { ...rollout, segments: [1] };
    if (kind === 9) {
        const variants = ['a', 'b', 'c', 'd'].map((name) => ({
            name,
            weight: 250,
            weightType: 'variable',
            stickiness: 'userId',
            payload: { type: 'json', value: JSON.stringify({ colour: name, index }) },
        }));
        return { ...rollout, variants };
    }
    return { ...rollout, constraints: CONSTRAINTS.slice(0, 1 + (index % 3)) };
}

const CONSTRAINTS = [
    { contextName: 'country', operator: 'IN', values: ['NO', 'SE', 'DK', 'FI'] },
    { contextName: 'age', operator: 'NUM_GT', value: '20' },
    { contextName: 'version', operator: 'SEMVER_GT', value: '1.2.3' },
];
