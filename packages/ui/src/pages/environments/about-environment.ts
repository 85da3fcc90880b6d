interface CurrentEnvironment {
    name: string;
    type: string;
}

interface EnvironmentInput {
    name: string;
    type: string;
    /** For a new one: the environment whose flags are copied. */
    source: string;
}

/** Returns the notice before an environment is created or changed; undefined if the change has no noticeable effect. */
export function aboutEnvironment(
    before: CurrentEnvironment | undefined,
    { name, type, source }: EnvironmentInput,
): string | undefined {
    if (!before) {
        if (source === '') return undefined;
        return `All flags in ${name} start with the configuration of ${source}. Clients with a token for ${name} receive it immediately.`;
    }
    if (before.type === type) return undefined;
    if (type === 'production') {
        return `From now on, changes in ${before.name} that affect users are reviewed before they are made, and Undo stays visible.`;
    }
    if (before.type === 'production') {
        return `Changes in ${before.name} are no longer reviewed: a switch takes effect immediately. SDKs are not affected.`;
    }
    return undefined;
}
