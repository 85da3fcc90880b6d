import type { ImportedJson } from '../../import/model/flag.ts';
import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Core = typeof import('@openfeature/flagd-core');

const PACKAGE = '@openfeature/flagd-core';
const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

export const flagdJudge: Judge = {
    name: PACKAGE,
    // For text beyond ASCII, this evaluator computes a different hash than flagd.
    completed: (context) =>
        Object.fromEntries(Object.entries(context).map(([name, value]) => [name, value.replace(/[^ -~]/g, 'a')])),
    async evaluator(document) {
        const { FlagdCore } = loadVendorPackage<Core>(PACKAGE);
        const core = new FlagdCore(undefined, SILENT);
        core.setConfigurations(JSON.stringify(document));
        return (name, { userId, attributes }) => {
            const context = { ...attributes, ...(userId && { targetingKey: userId }) };
            const flag = core.getFlag(name);
            if (flag?.state !== 'ENABLED') return undefined;
            return flag.evaluate(context, SILENT).value as ImportedJson | undefined;
        };
    },
};
