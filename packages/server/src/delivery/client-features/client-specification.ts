import semver from 'semver';
import { invalid } from '../../core/errors/errors.ts';

/** The first SDK specification with segments. */
const SEGMENTS_SINCE = '4.2.0';

/** Whether an SDK with this version of the specification supports segments separate from flags. */
export function knowsSegments(specification: string | string[] | undefined): boolean {
    if (specification === undefined) return false;
    // Shortcut for the most common version.
    if (specification === '5.2.0') return true;
    if (typeof specification !== 'string' || semver.valid(specification) !== specification) {
        throw invalid('The header Unleash-Client-Spec must be a version such as 5.2.0.');
    }
    return semver.gte(specification, SEGMENTS_SINCE);
}
