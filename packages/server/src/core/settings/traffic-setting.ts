/** What administrators decide about the contexts of SDKs that are kept to try changes on. */
export interface TrafficSetting {
    mode: 'off' | 'on' | 'fields';
    /** With `fields`: those that are kept; nothing else of a context is. */
    fields: string[];
}

export const SAMPLE_EVERYTHING: TrafficSetting = { mode: 'on', fields: [] };
