import { type ComponentType, use } from 'react';
import { basePath } from '../../api/client.ts';

/** The code of a component could not be loaded. */
export class MissingCodeError extends Error {}

/**
 * A component whose code is loaded when it is first rendered, or earlier by `preload`. A failed import is not retried, because
 * browsers cache the failure until the page is reloaded.
 */
export function lazyComponent<Name extends string, Props extends object>(
    load: () => Promise<Record<Name, ComponentType<Props>>>,
    name: Name,
) {
    let Loaded: ComponentType<Props> | undefined;
    let loading: Promise<ComponentType<Props>> | undefined;
    function begin() {
        loading ??= loadCode(load).then((module) => {
            Loaded = module[name];
            return Loaded;
        });
        return loading;
    }
    function Later(props: Props) {
        const Component = Loaded ?? use(begin());
        return <Component {...props} />;
    }
    /** The error is shown where the component is rendered. */
    Later.preload = async () => {
        await begin().catch(() => undefined);
    };
    return Later;
}

async function loadCode<T>(load: () => Promise<T>): Promise<T> {
    try {
        return await load();
    } catch (cause) {
        // After an upgrade, the service no longer has the files of this page's version.
        if ((await isReplaced()) && reloadOnce()) return new Promise(() => {});
        throw new MissingCodeError(
            'This part of the interface could not be loaded. Check the connection and try again.',
            {
                cause,
            },
        );
    }
}

const entry = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** Whether the service now serves a different version of this page. */
async function isReplaced(): Promise<boolean> {
    try {
        const answer = await fetch(`${basePath}/`, { cache: 'no-store', headers: { accept: 'text/html' } });
        return answer.ok && !(await answer.text()).includes(entry());
    } catch {
        return false;
    }
}

const RELOAD_KEY = 'halyard-reloaded';

/** Reloads at most once per version. If the new version cannot be loaded, the old page shows the error. */
function reloadOnce(): boolean {
    if (sessionStorage.getItem(RELOAD_KEY) === entry()) return false;
    sessionStorage.setItem(RELOAD_KEY, entry());
    location.reload();
    return true;
}
