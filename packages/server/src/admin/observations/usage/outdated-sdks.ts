import semver from 'semver';

/** The first version of each SDK with the current client specification. Older versions lack operators, segments or fixes. */
const MINIMUM_VERSIONS: Record<string, string> = {
    'unleash-node-sdk': '6.0.0',
    'unleash-client-node': '5.3.0',
    'unleash-client-java': '9.0.0',
    'unleash-java-sdk': '9.0.0',
    'unleash-client-go': '4.1.0',
    'unleash-go-sdk': '4.1.0',
    'unleash-client-python': '5.9.0',
    'unleash-python-sdk': '5.9.0',
    'unleash-client-ruby': '5.0.0',
    'unleash-client-dotnet': '4.1.3',
    'unleash-client-php': '1.13.0',
    'unleash-edge': '17.0.0',
};

/** Returns the minimum version for an outdated SDK such as `unleash-client-go:3.9.2`; undefined if it is not outdated. */
export function minimumVersionFor(sdk: string): string | undefined {
    const [name = '', version = ''] = sdk.split(':');
    const minimum = Object.hasOwn(MINIMUM_VERSIONS, name) ? MINIMUM_VERSIONS[name] : undefined;
    return minimum !== undefined && semver.valid(version) && semver.lt(version, minimum) ? minimum : undefined;
}
