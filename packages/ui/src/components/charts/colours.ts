/** Distinct in both colour schemes, and in this order also for colour-blind users. */
export const CHART_COLOURS = ['#23818b', '#e2a62c', '#4475c2', '#d1432d', '#795cb6', '#55a668', '#8f8a7f', '#c2609a'];

/** The colour at a position; positions beyond the last colour repeat them. */
export const chartColour = (index: number) => CHART_COLOURS[index % CHART_COLOURS.length]!;
