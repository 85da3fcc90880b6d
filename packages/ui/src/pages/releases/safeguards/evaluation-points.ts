/** More bins than this would be narrower than a pixel on a small screen. */
const MAX_POINTS = 120;

/** Evenly chosen evaluations, with every one at which the state changed and the last one. */
export function thinned<Check extends { state: string }>(checks: readonly Check[]): Check[] {
    if (checks.length <= MAX_POINTS) return [...checks];
    const step = Math.ceil(checks.length / MAX_POINTS);
    return checks.filter(
        ({ state }, index) => index % step === 0 || index === checks.length - 1 || state !== checks[index - 1]?.state,
    );
}
