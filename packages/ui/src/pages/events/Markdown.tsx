import { Fragment } from 'react';

/** The few marks that event sentences use, as elements; everything else stays text, so nothing in it can become HTML. */
export function Markdown({ text }: { text: string }) {
    return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, index) => {
        const key = `${index}:${part}`;
        if (part.startsWith('**')) return <b key={key}>{unescaped(part.slice(2, -2))}</b>;
        if (part.length > 2 && part.startsWith('*')) return <b key={key}>{unescaped(part.slice(1, -1))}</b>;
        if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
        const link = /^\[([^\]]+)\]\(/.exec(part);
        if (link) return <b key={key}>{unescaped(link[1] ?? '')}</b>;
        return <Fragment key={key}>{unescaped(part)}</Fragment>;
    });
}

const unescaped = (text: string) => text.replace(/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1');
