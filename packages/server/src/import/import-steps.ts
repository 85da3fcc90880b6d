/** A long computation that yields to other work after each step. */
export type ImportSteps<Result> = Generator<void, Result>;

/** Runs all steps at once, for callers that block nobody. */
export function runAtOnce<Result>(steps: ImportSteps<Result>): Result {
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}
