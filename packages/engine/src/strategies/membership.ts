import { topLevelText } from '../context.ts';
import { addressTest, parseAddress } from '../operators/cidr.ts';
import { quoteValue } from '../operators/operator.ts';
import { type CompiledStrategy, commaSeparated, type RuleSource, type StrategyEvaluator } from './rule.ts';

/** Matches when a field of the context is listed by the strategy. */
function membership(source: RuleSource, field: string, isListed: (value: string) => boolean): CompiledStrategy {
    const { read, into } = source.propertyIndex.lookupOf(topLevelText, field);
    return {
        passes: into((value) => value !== undefined && isListed(value)),
        explain(context) {
            const value = read(context);
            if (value === undefined) return { passes: false, reason: `the context has no ${field}` };
            const passed = isListed(value);
            return { passes: passed, reason: `${field} ${quoteValue(value)} is ${passed ? '' : 'not '}listed` };
        },
    };
}

export const userWithId: StrategyEvaluator = {
    parameters: ['userIds'],
    compile(source) {
        const ids = new Set(commaSeparated(source.parameter('userIds')));
        return membership(source, 'userId', (userId) => ids.has(userId));
    },
};

export const remoteAddress: StrategyEvaluator = {
    parameters: ['IPs'],
    compile(source) {
        const entries = commaSeparated(source.parameter('IPs'));
        const exact = new Set(entries);
        const ranges = addressTest(entries);
        if (ranges.problem !== undefined) source.warn(`parameter IPs: ${ranges.problem}`);
        return membership(source, 'remoteAddress', (value) => {
            if (exact.has(value)) return true;
            const address = parseAddress(value);
            return address !== undefined && ranges.matches(address);
        });
    },
};

/** Depends on the machine, not on the user: a server that evaluates for others cannot evaluate it. */
export const applicationHostname: StrategyEvaluator = {
    parameters: ['hostNames'],
    compile(source) {
        const hostname = source.propertyIndex.runtime.hostname?.toLowerCase();
        if (hostname === undefined) return undefined;
        const names = commaSeparated(source.parameter('hostNames')?.toLowerCase());
        const passes = names.includes(hostname);
        const reason = `host name ${quoteValue(hostname)} is ${passes ? '' : 'not '}listed`;
        return { passes: () => passes, explain: () => ({ passes, reason }) };
    },
};
