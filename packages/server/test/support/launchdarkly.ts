/** A flag in the export format of LaunchDarkly, which is true for that share of 100,000 and false for all others. */
export const launchDarklyShare = (weight: number) => ({
    on: true,
    salt: 's1',
    variations: [true, false],
    offVariation: 1,
    fallthrough: {
        rollout: {
            variations: [
                { variation: 0, weight },
                { variation: 1, weight: 100_000 - weight },
            ],
        },
    },
});
