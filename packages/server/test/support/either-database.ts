import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const ROOT = path.resolve(PACKAGE, '../..');

/**
 * Tests whose subject is not SQL, and whose statements other tests run on both databases. They run on the embedded one only, which is
 * cheaper.
 */
const EMBEDDED_ONLY = [
    // Computed from numbers.
    'src/admin/experiments/results/compute-results.test.ts',
    // HTTP, protocols, and clients that know the service only through HTTP.
    'src/{edge,http,mcp}/**',
    'src/identity/{sign-in/login,accounts/sso-settings}/**',
    'src/cli/{gitops/**,program.test.ts,user-files.test.ts}',
    'test/cli/**',
    'test/{journeys,spec}/**',
    'test/{known-vulnerabilities,openapi,protocol,unleash-ui}.test.ts',
    // Whole tables of routes, roles and private objects.
    'test/{bad-bodies,change-gate,check-order,declared-routes,equal-documents,expensive-requests,permissions}.test.ts',
    'test/{role-matrix,security}.test.ts',
    'test/privacy/**',
    'src/admin/catalogue/projects/private-project.test.ts',
    // Responses that are computed in memory, from snapshots: there must be no statement.
    'src/delivery/{client-updates,frontend,ofrep}/**',
    'src/delivery/{context-etag,scope-versions,vary}.test.ts',
    'src/admin/overview/playground/**',
    'test/{lists,tokens}-without-sql.test.ts',
    // Rules about proposals and plans, whose commands and queries have their own tests. `large-plans.test.ts` and `invariants.test.ts`
    // run plans on both databases, `proposal.test.ts` and `apply.test.ts` all actions, and `rehearse.test.ts` rehearsals.
    'src/admin/exchange/gitops/gitops.test.ts',
    'src/admin/governance/proposals/{apply-proposal,declared-actions}.test.ts',
    'src/admin/governance/what-if/**',
    'src/admin/governance/traffic/**',
    'src/admin/governance/change-requests/applying/{emergency,preview,referenced-content}.test.ts',
    'test/approved-content.test.ts',
    // Rules about input: translations, patches, passwords, required approvals.
    'src/admin/exchange/foreign-import/**',
    'src/admin/flags/strategies/strategy-{create,update}.test.ts',
    'src/admin/flags/{flag-tags,project-removal}/**',
    'src/admin/catalogue/constraints/constraint.test.ts',
    'src/core/text/patterns.test.ts',
    'src/cli/import.test.ts',
    'src/admin/exchange/integrations/integration.test.ts',
    'src/admin/flags/flags/flag-{archive,copy,owner,patch,update}.test.ts',
    'src/admin/governance/change-requests/approvals/{four-eyes,review}.test.ts',
    'src/admin/governance/change-requests/guard/**',
    'src/admin/governance/change-requests/applying/default-strategy.test.ts',
    'src/identity/accounts/users/password.test.ts',
    // Rules of projects, requests and tokens. A recording of the statements of all tests has shown that other files run each of them on
    // PostgreSQL, too.
    'src/admin/catalogue/approval-rules/**',
    'src/admin/catalogue/projects/project-{environment,settings}.test.ts',
    'src/admin/catalogue/segments/proposed-segment-uses.test.ts',
    'src/admin/governance/change-requests/notifications/request-mails.test.ts',
    'src/admin/governance/change-requests/request/change-request.test.ts',
    'src/admin/overview/instance/interface-error.test.ts',
    'src/admin/overview/personal-dashboard/**',
    'src/identity/accounts/api-tokens/{carried,project}-token.test.ts',
    'src/identity/accounts/personal-tokens/**',
    'src/telemetry/dashboard.test.ts',
    'src/telemetry/otlp/open-telemetry.test.ts',
    'test/{admin-lists,report-type}.test.ts',
    'test/support/log-collector.test.ts',
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
    const dependsOnDatabase = (file: string): boolean => {
        const before = results.get(file);
        if (before !== undefined) return before;
        // For circular imports.
        results.set(file, false);
        const text = readFileSync(file, 'utf8');
        const response = ASKS_WHICH.test(text) || importedTestCode(file, text).some(dependsOnDatabase);
        results.set(file, response);
        return response;
    };
    return ['src', 'test']
        .flatMap((folder) => readdirSync(path.join(PACKAGE, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.name.endsWith('.test.ts'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !dependsOnDatabase(file))
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
