/** The setting of administrators for storing SDK contexts, which are used to rehearse changes. */
export interface TrafficSetting {
    mode: 'off' | 'on' | 'fields';
    /** With `fields`: only these fields of a context are stored. */
    fields: string[];
}

export const SAMPLE_EVERYTHING: TrafficSetting = { mode: 'on', fields: [] };
