import { StartError } from '../core/errors/start-error.ts';

/** The migrations of builds before the first release. Together they result in the same schema as `0001-schema`. */
export const UNPUBLISHED_MIGRATIONS: readonly string[] = [
    '0001-foundation',
    '0002-flags',
    '0003-context-field-usage',
    '0004-projects',
    '0005-instance',
    '0006-identity',
    '0007-usage',
    '0008-integrations',
    '0009-single-sign-on',
    '0010-mail',
    '0011-scim',
    '0012-privacy',
    '0013-shown-tokens',
    '0014-reporting-tokens',
    '0015-proven-identity',
    '0020-measured-flags',
    '0022-flag-owner',
    '0023-hidden-strategies',
    '0025-counters',
    '0026-current-publications',
    '0027-traffic-examples',
    '0028-personas',
    '0029-change-requests',
    '0030-why-events',
    '0031-lasting-protection',
    '0032-cleared-approvals',
    '0033-expected-by-changes',
    '0034-mails-with-content',
    '0040-flags-by-environment',
    '0044-epoch',
    '0045-retention',
    '0047-attempts-by-place',
    '0048-withdrawn-flags',
    '0051-optional-review',
    '0052-answers',
    '0053-views-and-told-owners',
    '0059-typed-flags',
    '0065-via-events',
    '0066-code-references',
    '0068-epoch-of-an-install',
    '0070-highest-event',
    '0072-referenced-content',
    '0073-people-behind-tokens',
    '0078-change-receipts',
    '0079-report-journal',
    '0080-replaced-publications',
    '0081-project-applications',
    '0085-usernames-in-lower-case',
    '0086-request-origins',
    '0088-superseded-publications',
    '0089-application-usage',
    '0091-refused-receipts',
    '0092-traffic-samples',
    '0095-running-nodes',
];

/** The applied migrations in the names of this version. */
export const inPublishedNames = (applied: readonly string[]): string[] =>
    UNPUBLISHED_MIGRATIONS.every((name) => applied.includes(name))
        ? ['0001-schema', ...applied.filter((name) => !UNPUBLISHED_MIGRATIONS.includes(name) && name !== '0001-schema')]
        : [...applied];

/** Whether an unpublished build wrote this, which did not have all of its migrations yet. */
export const isOfUnpublishedBuild = (applied: readonly string[]) =>
    inPublishedNames(applied).some((name) => UNPUBLISHED_MIGRATIONS.includes(name));

export const UNPUBLISHED_BUILD =
    'A build of Halyard from before its first release wrote this, which this version cannot read. ' +
    `Start build 002b17bf once, whose migrations end with ${UNPUBLISHED_MIGRATIONS.at(-1)}, then this version.`;

export function refuseUnpublishedBuild(applied: readonly string[]): void {
    if (isOfUnpublishedBuild(applied)) throw new StartError(UNPUBLISHED_BUILD);
}
