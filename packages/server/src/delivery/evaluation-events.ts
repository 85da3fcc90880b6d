import { type Context, evaluate } from '@halyard/engine';
import type { SdkActor } from '../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import type { ServedSnapshots } from '../snapshots/snapshots.ts';
import { eventRecord } from '../telemetry/otlp/log-records.ts';
import { nowInMilliseconds } from '../telemetry/otlp/otlp-format.ts';
import { reasonOf, resultMembers } from './ofrep/evaluations.ts';
import { isVisible, visibleProjects } from './sdk-scope.ts';

interface EvaluationEventDependencies {
    snapshots: ServedSnapshots;
    /** The share of the evaluations that is exported. */
    ratio: number;
    random: () => number;
    add: (record: object) => void;
    onError: (error: unknown) => void;
}

export interface Evaluated {
    actor: SdkActor;
    context: Context;
    /** The evaluated flag; undefined for all flags that the actor may see. */
    flag?: string;
}

/** Returns the recipient of evaluations, or undefined if evaluations are not exported. */
export function evaluationListener({
    ratio,
    add,
    log,
    snapshots,
}: Pick<EvaluationEventDependencies, 'ratio' | 'snapshots'> & {
    add: EvaluationEventDependencies['add'] | undefined;
    log: { error(about: object, message: string): void };
}): ((evaluated: Evaluated) => void) | undefined {
    if (!add || ratio === 0) return undefined;
    const events = new EvaluationEvents({
        ...{ ratio, snapshots, add, random: Math.random },
        onError: (error) => log.error({ err: error }, 'could not export evaluations'),
    });
    return (evaluated) => events.see(evaluated);
}

/**
 * Exports a sample of the service's evaluations to OpenTelemetry. They are evaluated again after the response is sent, so no
 * request waits. The context is not exported.
 */
class EvaluationEvents {
    readonly #dependencies: EvaluationEventDependencies;
    /** Exported one at a time when the process is idle; evaluations beyond the queue limit are dropped from the sample. */
    readonly #waiting: Evaluated[] = [];
    #isExporting = false;

    constructor(dependencies: EvaluationEventDependencies) {
        this.#dependencies = dependencies;
    }

    see(evaluated: Evaluated): void {
        const { ratio, random, onError } = this.#dependencies;
        if (this.#waiting.length >= MAX_PENDING || random() >= ratio) return;
        this.#waiting.push(evaluated);
        if (this.#isExporting) return;
        this.#isExporting = true;
        setImmediate(() => {
            this.#exportAll()
                .catch(onError)
                .finally(() => {
                    this.#isExporting = false;
                });
        });
    }

    async #exportAll(): Promise<void> {
        for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#export(next);
    }

    async #export({ actor, context, flag }: Evaluated): Promise<void> {
        const { snapshots, add } = this.#dependencies;
        const snapshot = snapshots.of(actor.environment);
        const projects = visibleProjects(actor);
        const { flags, revision } = await snapshot.compiled(projects);
        const at = nowInMilliseconds();
        for (const name of flag === undefined ? snapshot.flags.keys() : [flag]) {
            const publishedFlag = snapshot.flags.get(name);
            const base = {
                'feature_flag.key': name,
                'feature_flag.provider.name': 'halyard',
                'feature_flag.set.id': actor.environment,
            };
            if (!publishedFlag || !isVisible(publishedFlag.project, projects)) {
                if (flag === undefined) continue;
                add(eventRecord(EVENT, { at, attributes: { ...base, 'error.type': 'flag_not_found' } }));
                continue;
            }
            const outcome = evaluate(flags, name, context);
            const attributes = {
                ...base,
                'feature_flag.result.variant': resultMembers(outcome).variant,
                'feature_flag.result.reason': reasonOf(outcome, JSON.parse(publishedFlag.json)).toLowerCase(),
                'feature_flag.version': String(revision),
            };
            add(eventRecord(EVENT, { at, attributes }));
            if (shouldYield()) await yieldToEventLoop();
        }
    }
}

const EVENT = 'feature_flag.evaluation';
const MAX_PENDING = 16;
