/** How many cases a property is tried with; PROPERTY_RUNS=10 makes it ten times as many. */
export const runs = (usually: number): number => usually * Number(process.env['PROPERTY_RUNS'] ?? 1);
