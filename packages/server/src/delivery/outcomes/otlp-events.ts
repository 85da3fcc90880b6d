import type { LogRecord } from '../otlp/log-record.ts';
import type { OutcomeItem } from './outcome-receiver.ts';

const EVALUATION = 'feature_flag.evaluation';

/** A log record with an event name is an outcome; an evaluation of a flag is an exposure. Undefined: it is neither, and not counted. */
export function toOutcomeInput({ eventName, at, attributes }: LogRecord): OutcomeItem {
    const unit = attributes['feature_flag.context.id'] ?? attributes['user.id'];
    const common = { unit, at: at === 0 ? undefined : at };
    if (eventName === EVALUATION) {
        const variant =
            attributes['feature_flag.result.variant'] ??
            attributes['feature_flag.variant'] ??
            attributes['feature_flag.result.value'];
        return { ...common, signal: 'exposure', name: attributes['feature_flag.key'], variant };
    }
    if (eventName === '') return undefined;
    const value = Number(attributes['value'] ?? Number.NaN);
    return { ...common, name: eventName, value: Number.isFinite(value) ? value : undefined };
}
