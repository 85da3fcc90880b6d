import { type CliCommand, type CliContext, CommandError } from './command.ts';
import type { Result } from './result.ts';

type Commands = Record<string, CliCommand>;

/** The possible next arguments: commands after a group, options after a command. */
interface CompletionContext {
    after: string;
    words: { word: string; description: string }[];
}

const SHELLS = { bash, zsh, fish };

/** Creates a completion script from the declarations, so that completing starts no process. */
export async function completion({ shell }: { shell: string }, { catalogue }: CliContext): Promise<Result> {
    const write = SHELLS[shell as keyof typeof SHELLS];
    if (!write) {
        throw new CommandError(`There is no completion for ${shell}. Use one of ${Object.keys(SHELLS).join(', ')}.`);
    }
    const script = write(contextsOf(catalogue.commands, catalogue.groups));
    return { json: script, text: script, isText: true };
}

function contextsOf(commands: Commands, groups: Record<string, string>): CompletionContext[] {
    const contexts = new Map<string, CompletionContext['words']>([['', []]]);
    const add = (after: string, word: string, description: string) => {
        const words = contexts.get(after) ?? [];
        if (!words.some((known) => known.word === word)) words.push({ word, description });
        contexts.set(after, words);
    };
    for (const [name, { summary, options, isHidden }] of Object.entries(commands)) {
        if (isHidden) continue;
        const [first = '', second] = name.split(' ');
        if (second === undefined) add('', first, summary);
        else {
            add('', first, groups[first] ?? '');
            add(first, second, summary);
        }
        for (const [key, { description }] of Object.entries(options)) add(name, optionWord(key), description);
        add(name, '--json', 'Print JSON');
        add(name, '--no-input', 'Never prompt');
        add(name, '--help', 'Print the help of the command');
    }
    return [...contexts].map(([after, words]) => ({ after, words }));
}

const optionWord = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Quotes a text so that it is valid between single quotes in all three shells. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, ' ').replace(/\s+/g, ' ')}'`;

function bash(contexts: CompletionContext[]): string {
    const cases = contexts.map(
        ({ after, words }) => `        ${quoted(after)}) found=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
    );
    return `# halyard completion for bash: source <(halyard completion bash)
_halyard() {
    local current="\${COMP_WORDS[COMP_CWORD]}" place='' found='' word index
    for ((index = 1; index < COMP_CWORD; index++)); do
        word="\${COMP_WORDS[index]}"
        [[ "$word" == -* ]] && break
        case "$place $word" in
            ' '*) place="$word" ;;
            ${pairsOf(contexts).map(quoted).join(' | ')}) place="$place $word" ;;
        esac
    done
    case "$place" in
${cases.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$found" -- "$current"))
    [[ -z "$found" || \${#COMPREPLY[@]} -eq 0 ]] && compopt -o default 2>/dev/null
    return 0
}
complete -F _halyard halyard`;
}

function zsh(contexts: CompletionContext[]): string {
    const cases = contexts.map(
        ({ after, words }) =>
            `        ${quoted(after)}) found=(${words.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', ' ')}`)).join(' ')}) ;;`,
    );
    return `#compdef halyard
# halyard completion for zsh: source <(halyard completion zsh)
_halyard() {
    local place='' word
    local -a found
    for word in "\${(@)words[2,CURRENT-1]}"; do
        [[ "$word" == -* ]] && break
        case "$place $word" in
            ' '*) place="$word" ;;
            ${pairsOf(contexts).map(quoted).join(' | ')}) place="$place $word" ;;
        esac
    done
    case "$place" in
${cases.join('\n')}
    esac
    _describe 'halyard' found || _files
}
compdef _halyard halyard`;
}

function fish(contexts: CompletionContext[]): string {
    const lines = contexts.flatMap(({ after, words }) =>
        words.map(({ word, description }) => {
            const argument = word.startsWith('--') ? `-l ${quoted(word.slice(2))}` : `-f -a ${quoted(word)}`;
            return `complete -c halyard -n "__halyard_after ${quoted(after)}" ${argument} -d ${quoted(description)}`;
        }),
    );
    return `# halyard completion for fish: halyard completion fish | source
function __halyard_after
    set -l place
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and break
        if test (count $place) -eq 0; or contains -- "$place $word" ${pairsOf(contexts).map(quoted).join(' ')}
            set -a place $word
        end
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}`;
}

/** Commands within groups. A group may also be a command; the next word is then its argument. */
const pairsOf = (contexts: CompletionContext[]) =>
    contexts.map(({ after }) => after).filter((after) => after.includes(' '));
