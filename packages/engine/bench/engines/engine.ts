import type { BenchFlag, BenchUser } from '../scenario.ts';

/** A flag engine under measurement. Calls may answer promises; they are awaited then, as in use. */
export interface Engine {
    readonly name: string;
    /** Prepares the flags; the result evaluates one flag for the n-th user. */
    single(flag: BenchFlag, users: readonly BenchUser[]): Promise<(user: number) => unknown>;
    /** Prepares the flags; the result evaluates all of them for the n-th user. */
    all(flags: readonly BenchFlag[], users: readonly BenchUser[]): Promise<(user: number) => unknown>;
    /** Whether an answer of `single` means that the flag is on. */
    isOn(answer: unknown): boolean;
}
