import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const ROOT = path.resolve(PACKAGE, '../..');

/**
 * Tests of protocols, permissions and whole tables of routes. They exercise no SQL that other tests do not run on both databases, so they
 * run on the embedded one only, which is cheaper.
 */
const EMBEDDED_ONLY = [
    'src/{edge,http,mcp}/**',
    'src/identity/sign-in/login/{oidc,saml}/**',
    'src/identity/sign-in/sso-settings/**',
    'test/{change-gate,check-order,equal-documents,permissions,role-matrix,security}.test.ts',
    'test/{journeys,privacy}/**',
    'test/cli/refs-*',
];

/** The same, as patterns from the root of the repository. */
export const EMBEDDED_ONLY_FILES = EMBEDDED_ONLY.map((pattern) => `packages/server/${pattern}`);

/** A test depends on the database if and only if it contains one of these: see `vitest.config.ts`. */
const ASKS_WHICH = /TEST_DATABASE|inject\('(?:postgresUrl|dataFolder)'\)/;
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * The test files of the server that do not depend on the database, nor import test code that does. They would do the same on both
 * databases, so they run once. Paths are relative to the root of the repository, as in the test configuration.
 */
export function filesForEitherDatabase(): string[] {
    const results = new Map<string, boolean>();
    const asks = (file: string): boolean => {
        const before = results.get(file);
        if (before !== undefined) return before;
        // For circular imports.
        results.set(file, false);
        const text = readFileSync(file, 'utf8');
        const response = ASKS_WHICH.test(text) || importedTestCode(file, text).some(asks);
        results.set(file, response);
        return response;
    };
    return ['src', 'test']
        .flatMap((folder) => readdirSync(path.join(PACKAGE, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.name.endsWith('.test.ts'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !asks(file))
        .map((file) => path.relative(ROOT, file))
        .sort();
}

/** Product code does not import tests. */
function importedTestCode(file: string, text: string): string[] {
    return [...text.matchAll(IMPORTED)]
        .map(([, address]) => path.resolve(path.dirname(file), address!))
        .filter((imported) => imported.startsWith(path.join(PACKAGE, 'test')) || imported.endsWith('.test.ts'))
        .filter((imported) => existsSync(imported));
}
