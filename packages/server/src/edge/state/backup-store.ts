/** The parts of a backup. */
export type BackupPart = 'features' | 'tokens';

/** The place of a backup: a folder of this edge, or storage that several edges share. */
export interface BackupStore {
    /** The names of the parts, for log entries. */
    readonly fileNames: Readonly<Record<BackupPart, string>>;
    /** Prepares the store. Rejects with a `StartError` if it cannot be used. */
    begin?(): Promise<void>;
    /** The stored text; undefined if there is none. */
    read(part: BackupPart): Promise<string | undefined>;
    /** Undefined for a store that the operator fills. */
    write?(part: BackupPart, text: string): Promise<void>;
}
