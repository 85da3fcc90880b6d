import { randomBytes } from 'node:crypto';
import type { Runtime } from '@halyard/engine';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import type { EdgeScope } from '../tokens/edge-scope.ts';
import { EdgeEnvironment } from './edge-environment.ts';

type Listener = Parameters<ServedSnapshots['onChange']>[0];

export class EdgeEnvironments implements ServedSnapshots {
    readonly #runtime: Runtime;
    /** Distinguishes the revisions of this process from those of another edge, or of this edge before a restart. */
    readonly #epoch = randomBytes(4).toString('hex');
    readonly #environments = new Map<string, EdgeEnvironment>();
    readonly #listeners: Listener[] = [];
    #next: PromiseWithResolvers<void> | undefined;

    constructor(runtime: Runtime) {
        this.#runtime = runtime;
    }

    of(environment: string): EnvironmentSnapshot {
        return this.get(environment).snapshots.of(environment);
    }

    onChange(listener: Listener): void {
        this.#listeners.push(listener);
    }

    get(name: string): EdgeEnvironment {
        const existing = this.#environments.get(name);
        if (existing) return existing;
        const environment = new EdgeEnvironment(name, this.#runtime, this.#epoch);
        environment.snapshots.onChange((touched) => this.#notify(touched));
        this.#environments.set(name, environment);
        return environment;
    }

    /** Whether the definitions of this scope are loaded. */
    has(scope: EdgeScope): boolean {
        return this.#environments.get(scope.environment)?.has(scope) ?? false;
    }

    all(): Iterable<EdgeEnvironment> {
        return this.#environments.values();
    }

    /** Resolves at the next change of any environment. */
    nextChange(): Promise<void> {
        this.#next ??= Promise.withResolvers<void>();
        return this.#next.promise;
    }

    #notify(touched: ReadonlySet<string>): void {
        for (const listener of this.#listeners) listener(touched);
        this.#next?.resolve();
        this.#next = undefined;
    }
}
