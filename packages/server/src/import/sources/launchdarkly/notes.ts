import type { DocumentReader } from '../../reading.ts';

/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    "A user's key is the userId; attributes of other context kinds are properties named kind.attribute, such as organization.key.",
    'Members of big segments, experiments, release pipelines, approvals, triggers and scheduled changes are not in the document.',
    'An attribute that is a list matches when any of its elements does; contexts here are flat, so send one value.',
];

/** Members of a flag that are not imported. */
export function notesOf(flag: DocumentReader): string[] {
    const notes: string[] = [];
    if (flag.at('archived').booleanOr(false)) notes.push('The flag is archived in LaunchDarkly, so it is off here.');
    if (!flag.at('migration').isMissing)
        notes.push('It is a migration flag: its stages are imported as values, its checks are not.');
    return notes;
}
