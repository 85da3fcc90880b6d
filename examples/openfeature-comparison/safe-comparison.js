import { ComparisonStrategy } from '@openfeature/server-sdk';

/**
 * Returns the results of the current provider, whatever the candidate returns. With `ComparisonStrategy` alone, a candidate that fails would
 * cause the default of the call.
 */
export class SafeComparison extends ComparisonStrategy {
    #current;
    #onMismatch;

    constructor(current, onMismatch) {
        super(current, onMismatch);
        this.#current = current;
        this.#onMismatch = onMismatch;
    }

    determineFinalResult(strategyContext, context, resolutions) {
        const result = resolutions.find(({ provider }) => provider === this.#current);
        const failed = resolutions.filter((each) => this.hasError(each));
        if (failed.length === 0 || this.hasError(result)) {
            return super.determineFinalResult(strategyContext, context, resolutions);
        }
        this.#onMismatch(resolutions);
        return this.resolutionToFinalResult(result);
    }
}
