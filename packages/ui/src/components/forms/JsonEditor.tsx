import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import { nonce } from '../../theme/nonce.ts';

interface Props {
    label: string;
    /** The id of the element with the error message. */
    describedBy: string;
    value: string;
    onChange: (value: string) => void;
}

const colours = HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--h-accent)' },
    { tag: tags.string, color: 'light-dark(#2a6b3c, #8fcf9f)' },
    { tag: tags.number, color: 'light-dark(#8a5a00, #e8b95a)' },
    { tag: [tags.bool, tags.null], color: 'light-dark(#a1301f, #f09a8b)' },
]);

const theme = EditorView.theme({
    '&': {
        border: '1px solid var(--h-line-strong)',
        borderRadius: '7px',
        backgroundColor: 'var(--h-panel)',
        color: 'var(--h-text)',
        fontSize: '0.78rem',
        maxHeight: '280px',
        overflow: 'hidden',
    },
    '&.cm-focused': { outline: '2px solid var(--h-accent)', outlineOffset: '1px' },
    '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
    '.cm-content': { padding: '6px 0', caretColor: 'var(--h-text)', minHeight: '66px' },
    '.cm-cursor': { borderLeftColor: 'var(--h-text)' },
    '.cm-gutters': {
        backgroundColor: 'var(--h-sunken)',
        color: 'var(--h-muted)',
        borderRight: '1px solid var(--h-line)',
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
    '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--h-accent) 6%, transparent)' },
    '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
        backgroundColor: 'color-mix(in srgb, var(--h-accent) 25%, transparent)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
        backgroundColor: 'transparent',
        outline: '1px solid var(--h-accent)',
    },
    '.cm-tooltip': {
        border: '1px solid var(--h-line-strong)',
        backgroundColor: 'var(--h-panel)',
        color: 'var(--h-text)',
    },
});

const findMistakes = jsonParseLinter();

/** A JSON editor with syntax highlighting, bracket matching and underlined errors. */
export function JsonEditor({ label, describedBy, value, onChange }: Props) {
    const host = useRef<HTMLDivElement>(null);
    const view = useRef<EditorView>(null);
    const onEdit = useEffectEvent(onChange);
    const first = useEffectEvent(() => value);

    useEffect(() => {
        if (!host.current) return;
        const editor = new EditorView({
            parent: host.current,
            state: EditorState.create({
                doc: first(),
                extensions: [
                    EditorView.cspNonce.of(nonce),
                    lineNumbers(),
                    history(),
                    drawSelection(),
                    indentOnInput(),
                    bracketMatching(),
                    highlightActiveLine(),
                    // The Tab key is not bound, because it must move the focus out of the editor.
                    keymap.of([...defaultKeymap, ...historyKeymap]),
                    json(),
                    syntaxHighlighting(colours),
                    linter((current) => (current.state.doc.length === 0 ? [] : findMistakes(current)), { delay: 300 }),
                    EditorView.lineWrapping,
                    EditorView.contentAttributes.of({
                        'aria-label': label,
                        'aria-describedby': describedBy,
                        spellcheck: 'false',
                        // Escape is a key of the editor. It must not close the surrounding dialog and discard the input.
                        'data-mantine-stop-propagation': 'true',
                    }),
                    EditorView.updateListener.of(({ docChanged, state }) => {
                        if (docChanged) onEdit(state.doc.toString());
                    }),
                    theme,
                ],
            }),
        });
        view.current = editor;
        return () => editor.destroy();
    }, [label, describedBy]);

    // Applies changes from outside, such as formatting.
    useEffect(() => {
        const editor = view.current;
        if (!editor || editor.state.doc.toString() === value) return;
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    }, [value]);

    return <div ref={host} />;
}
