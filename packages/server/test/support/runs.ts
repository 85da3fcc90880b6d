/** The number of cases for a property; PROPERTY_RUNS=10 multiplies it by ten. */
export const runs = (usually: number): number => usually * Number(process.env['PROPERTY_RUNS'] ?? 1);
