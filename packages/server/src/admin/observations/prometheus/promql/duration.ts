const SECONDS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Returns the seconds of a duration such as `1h30m`, or of a number of seconds; NaN for anything else. */
export function parseDuration(text: string): number {
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
    if (!/^(?:\d+(?:ms|[smhdwy]))+$/.test(text)) return Number.NaN;
    let seconds = 0;
    for (const [, number, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) seconds += Number(number) * SECONDS[unit!]!;
    return seconds;
}
