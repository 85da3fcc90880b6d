import { attempt, compileConstraints } from './compile.ts';
import type { SegmentTests } from './flag.ts';
import type { PropertyIndex } from './property-index.ts';

export interface CompiledSegment extends SegmentTests {
    readonly definition: Record<string, unknown>;
    readonly warnings: readonly string[];
}

/** Never throws: a malformed segment matches no context. */
export function compileSegment(source: {
    id: number;
    definition: Record<string, unknown>;
    propertyIndex: PropertyIndex;
}): CompiledSegment {
    const { id, definition, propertyIndex } = source;
    const warnings: string[] = [];
    const constraints = attempt(
        () =>
            compileConstraints(definition['constraints'], 'constraints', propertyIndex, (problem) =>
                warnings.push(problem),
            ),
        (problem) => {
            warnings.push(`${problem}; nobody satisfies the segment`);
            return undefined;
        },
    );
    return {
        id,
        name: typeof definition['name'] === 'string' ? definition['name'] : '',
        constraints,
        definition,
        warnings,
    };
}
