import { type CompiledFlag, type Explanation, explainer } from '@halyard/engine';
import type { Moment } from '../../../changes/moment.ts';
import { shouldYield } from '../../../core/concurrency/yielding.ts';
import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import { type ContextValues, combinationsOf, type ReadContext } from './context-combinations.ts';
import { entryOf } from './playground-entry.ts';
import type { SelectedFlags } from './selected-flags.ts';

/** An environment with its requested flags, and an explainer for every context. */
interface ExplainedEnvironment {
    environment: string;
    selected: SelectedFlags['selected'];
    contexts: readonly { context: ContextValues; explain: (flag: CompiledFlag) => Explanation }[];
}

const explainedEnvironment = (
    { environment, flags, selected }: SelectedFlags,
    context: ReadContext,
): ExplainedEnvironment => ({
    environment,
    selected,
    contexts: Array.from(combinationsOf(context), (values) => ({
        context: values,
        // The environment is the default value of the context field of the same name.
        explain: explainer(flags, { environment, ...values }),
    })),
});

/** The members of a list of features as JSON, in short pieces. */
const FORMATS = {
    /** One entry per environment and context. */
    *advanced(flags: readonly CompiledFlag[], environments: readonly ExplainedEnvironment[]): Generator<string> {
        for (const [position, { name, project }] of flags.entries()) {
            const head = `{"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project)},"environments":{`;
            yield position === 0 ? head : `,${head}`;
            for (const [index, { environment, selected, contexts }] of environments.entries()) {
                yield `${index === 0 ? '' : ','}${JSON.stringify(environment)}:[`;
                const flag = selected.get(name);
                for (const [number, { context, explain }] of contexts.entries()) {
                    if (flag === undefined) break;
                    const entry = { ...entryOf(explain(flag), environment), environment, context };
                    yield `${number === 0 ? '' : ','}${JSON.stringify(entry)}`;
                }
                yield ']';
            }
            yield '}}';
        }
    },
    /** A single entry without environment and context. */
    *simple(flags: readonly CompiledFlag[], [only]: readonly ExplainedEnvironment[]): Generator<string> {
        const { explain } = only!.contexts[0]!;
        for (const [position, flag] of flags.entries()) {
            yield `${position === 0 ? '' : ','}${JSON.stringify(entryOf(explain(flag), only!.environment))}`;
        }
    },
};

export type ResponseFormat = keyof typeof FORMATS;

interface ResponseContent {
    input: unknown;
    moment: Moment | undefined;
    environments: readonly SelectedFlags[];
    flags: readonly CompiledFlag[];
    /** Undefined: not part of the response. */
    total: number | undefined;
    context: ReadContext;
    format: ResponseFormat;
}

/** Writes the response, which may be long, and yields regularly. */
export function* writeResponse(
    { input, moment, environments, flags, total, context, format }: ResponseContent,
    writer: PartWriter,
): Generator<void> {
    const explained = environments.map((environment) => explainedEnvironment(environment, context));
    const asOf = moment === undefined ? '' : `"asOf":${JSON.stringify(moment)},`;
    writer.text(`{"input":${JSON.stringify(input)},${asOf}"features":[`);
    for (const text of FORMATS[format](flags, explained)) {
        writer.text(text);
        if (writer.isFull || shouldYield()) yield;
    }
    writer.text(total === undefined ? ']' : `],"total":${total}`);
    const invalidContextProperties = context.invalidProperties;
    const warnings = invalidContextProperties.length > 0 && { warnings: { invalidContextProperties } };
    writer.text(warnings ? `,${JSON.stringify(warnings).slice(1)}` : '}');
}
