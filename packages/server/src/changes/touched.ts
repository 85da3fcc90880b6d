import { canonicalJson } from '../core/canonical-json.ts';
import type { HiddenStrategy } from '../publications/hidden.ts';
import type { Republished } from '../publications/publish.ts';
import type { Place } from './guard.ts';

/** What a change would make different for SDKs: a flag in one place, or a segment wherever it is used. */
export interface Touched {
    flags: (Place & { name: string })[];
    segments: number[];
}

/**
 * What of these publications an SDK could decide differently by, or is prepared to: strategies of a flag that is off, or
 * that are disabled, count too. What flags and strategies are called and what is said about them does not.
 */
export function touchedBy(publications: readonly Republished[]): Touched {
    const flags = new Map<string, Place & { name: string }>();
    const segments: number[] = [];
    for (const { kind, environment, name, project, before, after } of publications) {
        if (kind === 'segment') {
            if (constraintsIn(before) !== constraintsIn(after)) segments.push(Number(name));
            continue;
        }
        const [was, is] = kind === 'flag' ? [flagIn(before), flagIn(after)] : [hiddenIn(before), hiddenIn(after)];
        // A flag that moves leaves one project and comes to another.
        for (const place of new Set([was.project, is.project])) {
            const [then, now] = [was, is].map((side) => (side.project === place ? side.content : NOTHING));
            const where = place ?? project;
            if (then === now || where === null) continue;
            flags.set(`${where}/${environment}/${name}`, { project: where, environment, name });
        }
    }
    return { flags: [...flags.values()], segments };
}

interface Side {
    project: string | undefined;
    content: string;
}

/** A flag that is not there, and one that is off and has nothing that could be turned on. */
const NOTHING = '';

function flagIn(definition: string | null): Side {
    if (definition === null) return { project: undefined, content: NOTHING };
    // What was published as a flag is one.
    const flag = JSON.parse(definition) as Record<string, unknown> & {
        project: string;
        strategies: unknown[];
        variants: unknown[];
        dependencies?: unknown[];
    };
    const { project, enabled, strategies, variants, dependencies = [] } = flag;
    const isNothing = !enabled && strategies.length + variants.length + dependencies.length === 0;
    return { project, content: isNothing ? NOTHING : canonicalJson({ enabled, strategies, variants, dependencies }) };
}

/** Of what SDKs do not see: the disabled strategies, which one switch would show them. */
function hiddenIn(definition: string | null): Side {
    const strategies: HiddenStrategy[] = definition === null ? [] : JSON.parse(definition);
    const disabled = strategies.filter((strategy) => strategy.disabled).map(({ id: _, title: __, ...rest }) => rest);
    return { project: undefined, content: disabled.length === 0 ? NOTHING : canonicalJson(disabled) };
}

function constraintsIn(definition: string | null): string {
    if (definition === null) return NOTHING;
    const { constraints } = JSON.parse(definition) as { constraints: unknown[] };
    return canonicalJson(constraints);
}
