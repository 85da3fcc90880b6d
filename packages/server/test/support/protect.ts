import type { TestApp } from './test-app.ts';

/** Requires approvals for changes in an environment of a project. */
export async function protect(
    app: TestApp,
    {
        project = 'default',
        environment = 'development',
        rules = {},
    }: { project?: string; environment?: string; rules?: object } = {},
): Promise<void> {
    const stored = JSON.stringify(rules);
    await app.services.recordObservation((tx) =>
        tx
            .insertInto('change_request_settings')
            .values({ project, environment, required_approvals: 1, rules: stored })
            .onConflict((row) => row.columns(['project', 'environment']).doUpdateSet({ rules: stored }))
            .execute(),
    );
}
