import { type Bundle, ImportGraph } from './import-graph.ts';

interface SharedFile {
    modules: Set<string>;
    /** The size of the source code. */
    size: number;
    /** The screens and dialogs that load the file, because they need it or because they need a file that imports it. */
    loadedBy: Set<string>;
    imports: Set<SharedFile>;
}

/** A request costs as much as this many characters of source code. */
const REQUEST_COST = 50_000;

/** Dialogs are loaded when they are opened, which is less often than their screens. */
const DIALOG = /(?:Dialog|Drawer|Editor|Palette)\.tsx$/;
const DIALOG_WEIGHT = 0.3;

/** The page of a flag is opened most often, and sends most requests for data. */
const FREQUENT = /(?:FlagPage|FlagOverviewTab)\.tsx$/;
const FREQUENT_WEIGHT = 8;

/**
 * Distributes the modules that several lazily loaded components need over files, the most used file first. Modules with exactly the
 * same users are one file. Files are merged as long as this saves more requests than it adds code that a screen does not need.
 */
export function sharedFiles(entry: string, bundle: Bundle): Set<string>[] {
    const graph = new ImportGraph(bundle);
    const initial = graph.reachableFrom(entry);
    const components = lazyComponents(initial, graph, bundle);
    const files = filesBySameUsers(components, initial, graph, bundle);
    for (let pair = bestMerge(files); pair; pair = bestMerge(files)) merge(files, pair);
    return files.toSorted((a, b) => b.loadedBy.size - a.loadedBy.size).map(({ modules }) => modules);
}

function weightOf(component: string): number {
    if (DIALOG.test(component)) return DIALOG_WEIGHT;
    return FREQUENT.test(component) ? FREQUENT_WEIGHT : 1;
}

/** The components that are loaded on demand, each with its modules. */
function lazyComponents(initial: ReadonlySet<string>, graph: ImportGraph, bundle: Bundle): Map<string, Set<string>> {
    const components = new Map<string, Set<string>>();
    const lazyIn = (modules: Iterable<string>) =>
        [...modules].flatMap((id) => bundle.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
    const waiting = lazyIn(initial);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (components.has(id)) continue;
        const modules = graph.reachableFrom(id);
        components.set(id, modules);
        waiting.push(...lazyIn(modules));
    }
    return components;
}

function filesBySameUsers(
    components: ReadonlyMap<string, ReadonlySet<string>>,
    initial: ReadonlySet<string>,
    graph: ImportGraph,
    bundle: Bundle,
): SharedFile[] {
    const usersOf = new Map<string, string[]>();
    for (const [component, modules] of components) {
        for (const id of modules) if (!initial.has(id)) usersOf.set(id, [...(usersOf.get(id) ?? []), component]);
    }
    const files = new Map<string, SharedFile>();
    const fileOf = new Map<string, SharedFile>();
    for (const [id, users] of usersOf) {
        if (users.length < 2) continue;
        const key = users.join();
        const file = files.get(key) ?? { modules: new Set(), size: 0, loadedBy: new Set(users), imports: new Set() };
        files.set(key, file);
        fileOf.set(id, file);
        file.modules.add(id);
        file.size += bundle.getModuleInfo(id)?.code?.length ?? 0;
    }
    for (const [id, file] of fileOf) {
        for (const imported of graph.importsOf(id)) {
            const other = fileOf.get(imported);
            if (other && other !== file) file.imports.add(other);
        }
    }
    return [...files.values()];
}

type Pair = [SharedFile, SharedFile];

function bestMerge(files: readonly SharedFile[]): Pair | undefined {
    let best: Pair | undefined;
    let most = 0;
    for (const [index, a] of files.entries()) {
        for (const b of files.slice(index + 1)) {
            let saved = 0;
            for (const user of a.loadedBy) if (b.loadedBy.has(user)) saved += weightOf(user) * REQUEST_COST;
            if (saved <= most) continue;
            saved -= addedCost(a, b) + addedCost(b, a);
            if (saved <= most) continue;
            most = saved;
            best = [a, b];
        }
    }
    return best;
}

/** The cost for the users of one file who would have to load the other one, and what that imports. */
function addedCost(loaded: SharedFile, added: SharedFile): number {
    let cost = 0;
    const newUsers = [...loaded.loadedBy].filter((user) => !added.loadedBy.has(user));
    if (newUsers.length === 0) return 0;
    const imported = filesImportedBy(added);
    for (const user of newUsers) {
        const files = [...imported].filter((file) => !file.loadedBy.has(user));
        const size = files.reduce((sum, file) => sum + file.size + REQUEST_COST, 0);
        cost += weightOf(user) * (added.size + size);
    }
    return cost;
}

function filesImportedBy(file: SharedFile): Set<SharedFile> {
    const found = new Set<SharedFile>();
    const waiting = [...file.imports];
    for (let each = waiting.pop(); each; each = waiting.pop()) {
        if (each === file || found.has(each)) continue;
        found.add(each);
        waiting.push(...each.imports);
    }
    return found;
}

/** Moves everything from the second file to the first. */
function merge(files: SharedFile[], [kept, removed]: Pair): void {
    for (const id of removed.modules) kept.modules.add(id);
    for (const imported of removed.imports) if (imported !== kept) kept.imports.add(imported);
    kept.size += removed.size;
    kept.imports.delete(removed);
    files.splice(files.indexOf(removed), 1);
    for (const file of files) {
        if (!file.imports.delete(removed)) continue;
        if (file !== kept) file.imports.add(kept);
    }
    const users = new Set([...kept.loadedBy, ...removed.loadedBy]);
    for (const file of [kept, ...filesImportedBy(kept)]) file.loadedBy = new Set([...file.loadedBy, ...users]);
}
