import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('@growthbook/growthbook');
type Payload = NonNullable<Parameters<InstanceType<Sdk['GrowthBookClient']>['initSync']>[0]>['payload'];

const PACKAGE = '@growthbook/growthbook';

export const growthbookJudge: Judge = {
    name: PACKAGE,
    async evaluator(document) {
        const { GrowthBookClient } = loadVendorPackage<Sdk>(PACKAGE);
        const client = new GrowthBookClient().initSync({ payload: document as Payload });
        return (name, { userId, attributes }) =>
            client.evalFeature(name, { attributes: { ...attributes, ...(userId && { id: userId }) } }).value ??
            undefined;
    },
};
