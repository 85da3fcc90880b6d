import type { AdminActor } from '../core/access/actor.ts';
import type { Tracer } from '../telemetry/otlp/tracer.ts';
import type { Command, Step } from './change.ts';
import type { Write } from './write.ts';

/** A span for each change. */
export function tracedWrite(tracer: Tracer, write: Write): Write {
    return <Input, Result>(actor: AdminActor, commandOrStep: Command<Input, Result> | Step<Result>, input?: Input) => {
        const command = typeof commandOrStep === 'function' ? commandOrStep.name : 'step';
        const span = { name: 'write', attributes: { 'halyard.command': command, 'halyard.actor.id': actor.id } };
        // Without an argument, the command takes no input.
        return tracer.span(span, () =>
            typeof commandOrStep === 'function'
                ? write(actor, commandOrStep, input as Input)
                : write(actor, commandOrStep),
        );
    };
}
