import { type ComponentType, use } from 'react';
import { basePath } from '../../api/client.ts';

/** The code of a part of the interface did not come. */
export class CodeMissing extends Error {}

/**
 * A component whose code comes when it is first shown, or before that by `preload`. What did not come is not asked for again:
 * browsers remember that, too, for as long as the page is open.
 */
export function later<Name extends string, Props extends object>(
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
        // The service was upgraded: the files of this page went with the version that made it.
        if ((await isReplaced()) && reloadOnce()) return new Promise(() => {});
        throw new CodeMissing('This part of the interface could not be loaded. Check the connection and try again.', {
            cause,
        });
    }
}

const entry = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';

/** Whether the service would send another page now than the one that is open. */
async function isReplaced(): Promise<boolean> {
    try {
        const answer = await fetch(`${basePath}/`, { cache: 'no-store', headers: { accept: 'text/html' } });
        return answer.ok && !(await answer.text()).includes(entry());
    } catch {
        return false;
    }
}

const RELOADED = 'halyard-reloaded';

/** Never twice for the same page: should the new one not come, the old one says what is wrong. */
function reloadOnce(): boolean {
    if (sessionStorage.getItem(RELOADED) === entry()) return false;
    sessionStorage.setItem(RELOADED, entry());
    location.reload();
    return true;
}
