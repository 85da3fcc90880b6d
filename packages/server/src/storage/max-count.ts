/** The maximum of a stored count, such as the evaluations of a flag in a day. Sums of many stay within the exact integer range. */
export const MAX_COUNT = 1e12;
