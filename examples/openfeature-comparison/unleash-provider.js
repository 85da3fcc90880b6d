import { TypeMismatchError } from '@openfeature/server-sdk';
import { startUnleash } from 'unleash-client';

/** A provider of OpenFeature for the Node SDK of Unleash. Use the provider of your own product instead. */
export class UnleashProvider {
    metadata = { name: 'unleash' };
    #config;
    #client;

    constructor(config) {
        this.#config = config;
    }

    async initialize() {
        this.#client = await startUnleash(this.#config);
    }

    async onClose() {
        await this.#client.flushMetrics();
        this.#client.destroy();
    }

    async resolveBooleanEvaluation(flag, fallback, context) {
        return { value: this.#client.isEnabled(flag, contextOf(context), fallback) };
    }

    async resolveStringEvaluation(flag, fallback, context) {
        return this.#payload(flag, fallback, context, String);
    }

    async resolveNumberEvaluation(flag, fallback, context) {
        return this.#payload(flag, fallback, context, Number);
    }

    async resolveObjectEvaluation(flag, fallback, context) {
        return this.#payload(flag, fallback, context, JSON.parse);
    }

    #payload(flag, fallback, context, parse) {
        const { enabled, name, payload } = this.#client.getVariant(flag, contextOf(context));
        if (!enabled) return { value: fallback };
        const value = payload ? parse(payload.value) : name;
        if (typeof value !== typeof fallback) throw new TypeMismatchError(`${flag} is not a ${typeof fallback}`);
        return { value, variant: name };
    }
}

const contextOf = ({ targetingKey, ...properties }) => ({ userId: targetingKey, properties });
