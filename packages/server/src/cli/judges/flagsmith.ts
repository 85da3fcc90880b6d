import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Judge } from './judge.ts';
import { loadVendorPackage } from './vendor-package.ts';

type Sdk = typeof import('flagsmith-nodejs');

const PACKAGE = 'flagsmith-nodejs';

export const flagsmithJudge: Judge = {
    name: PACKAGE,
    completed: (context) => ({ userId: 'nobody', ...context }),
    async evaluator(document) {
        const { Flagsmith, LocalFileHandler } = loadVendorPackage<Sdk>(PACKAGE);
        const folder = mkdtempSync(path.join(tmpdir(), 'judge-'));
        const file = path.join(folder, 'environment.json');
        writeFileSync(file, JSON.stringify(document));
        const offlineHandler = new LocalFileHandler(file);
        rmSync(folder, { recursive: true });
        const client = new Flagsmith({ offlineMode: true, offlineHandler });
        return async (name, { userId, attributes }) => {
            const flag = (await client.getIdentityFlags(userId ?? '', { ...attributes })).getFlag(name);
            return flag.enabled && (flag.value ?? true);
        };
    },
};
