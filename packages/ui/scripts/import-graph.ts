import { parseAst, type Rolldown } from 'vite';

/** The modules that the bundler has read. */
export interface Bundle {
    getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

interface Import {
    from: string;
    /** The imported names; undefined for all of them. */
    names?: string[];
}

/**
 * The static imports between modules, without index files: an import of a name from an index file is an import of the module that
 * declares the name. Otherwise every component would import all of a library.
 */
export class ImportGraph {
    readonly #bundle: Bundle;
    readonly #imports = new Map<string, string[]>();
    readonly #indexes = new Map<string, Map<string, Import> | undefined>();

    constructor(bundle: Bundle) {
        this.#bundle = bundle;
    }

    /** Returns the module and everything that it imports, directly or not. */
    reachableFrom(entry: string): Set<string> {
        const found = new Set<string>();
        const waiting = [entry];
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            if (found.has(id)) continue;
            found.add(id);
            waiting.push(...this.importsOf(id));
        }
        return found;
    }

    importsOf(id: string): string[] {
        const known = this.#imports.get(id);
        if (known) return known;
        const imports = this.#statementsOf(id).imports.flatMap((each) => this.#declaringModules(each));
        this.#imports.set(id, imports);
        return imports;
    }

    #declaringModules({ from, names }: Import): string[] {
        const index = this.#indexOf(from);
        if (!index || names?.length === 0) return [from];
        return (names ?? [...index.keys()]).flatMap((name) => {
            const declaration = index.get(name);
            return declaration ? this.#declaringModules(declaration) : [from];
        });
    }

    /** Returns the imports behind the exported names of a module that declares none itself. */
    #indexOf(id: string): Map<string, Import> | undefined {
        if (!this.#indexes.has(id)) this.#indexes.set(id, this.#statementsOf(id).index);
        return this.#indexes.get(id);
    }

    #statementsOf(id: string): { imports: Import[]; index: Map<string, Import> | undefined } {
        const { code, importedIds = [] } = this.#bundle.getModuleInfo(id) ?? {};
        const body = code && /\b(?:import|export)\b/.test(code) ? parseAst(code).body : [];
        // The ids are in the order of the statements, followed by imports that the bundler adds.
        const sources = [
            ...new Set(body.flatMap((each) => ('source' in each && each.source ? [each.source.value] : []))),
        ];
        const imports: Import[] = importedIds.slice(sources.length).map((from) => ({ from }));
        const locals = new Map<string, Import>();
        const exported = new Map<string, Import>();
        let isIndex = body.length > 0;
        for (const statement of body) {
            const from =
                'source' in statement && statement.source
                    ? importedIds[sources.indexOf(statement.source.value)]
                    : undefined;
            if (statement.type === 'ImportDeclaration' && from !== undefined) {
                const names = statement.specifiers.map((each) =>
                    each.type === 'ImportSpecifier'
                        ? nameOf(each.imported)
                        : each.type === 'ImportDefaultSpecifier'
                          ? 'default'
                          : '*',
                );
                imports.push(importOf(from, names));
                for (const [index, each] of statement.specifiers.entries()) {
                    locals.set(each.local.name, importOf(from, names.slice(index, index + 1)));
                }
            } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
                const names = statement.specifiers.map(({ local }) => nameOf(local));
                if (from !== undefined) imports.push(importOf(from, names));
                for (const [index, each] of statement.specifiers.entries()) {
                    const name = names[index] ?? '';
                    const declaration = from === undefined ? locals.get(name) : importOf(from, [name]);
                    if (declaration) exported.set(nameOf(each.exported), declaration);
                    else isIndex = false;
                }
            } else {
                isIndex = false;
                if (from !== undefined) imports.push({ from });
            }
        }
        return { imports, index: isIndex && exported.size > 0 ? exported : undefined };
    }
}

const importOf = (from: string, names: string[]): Import => (names.includes('*') ? { from } : { from, names });

const nameOf = (name: { name: string } | { value: string }) => ('name' in name ? name.name : name.value);
