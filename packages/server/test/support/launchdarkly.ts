/** A flag as LaunchDarkly exports it, which gives that part of 100,000 true and everyone else false. */
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
