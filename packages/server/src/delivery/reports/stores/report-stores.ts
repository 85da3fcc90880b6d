import type { SdkReports } from '../sdk-reports.ts';
import type { ReportStore } from './report-store.ts';
import { SIGHTING_STORE } from './sighting-store.ts';
import { UNKNOWN_FLAG_STORE } from './unknown-flag-store.ts';
import { USAGE_STORE } from './usage-store.ts';

export type ReportStores = { [Name in keyof SdkReports]: ReportStore<SdkReports[Name][number]> };

/** The stores of all types of reports, in the order in which application names are admitted. */
export const REPORT_STORES: ReportStores = {
    usage: USAGE_STORE,
    sightings: SIGHTING_STORE,
    unknownFlags: UNKNOWN_FLAG_STORE,
};
