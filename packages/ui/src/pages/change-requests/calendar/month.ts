/** Returns the weeks of a month, each from Monday to Sunday, with days such as “2026-11-16”. */
export function weeksOf(year: number, month: number): string[][] {
    const first = new Date(Date.UTC(year, month, 1));
    const lead = (first.getUTCDay() + 6) % 7;
    const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const weeks = Math.ceil((lead + days) / 7);
    return Array.from({ length: weeks }, (_week, week) =>
        Array.from({ length: 7 }, (_day, day) =>
            new Date(Date.UTC(year, month, 1 - lead + week * 7 + day)).toISOString().slice(0, 10),
        ),
    );
}
