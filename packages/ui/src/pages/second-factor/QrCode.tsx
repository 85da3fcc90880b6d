import { generate } from 'lean-qr';

/** Modules of white around the code, as the standard demands. */
const QUIET = 4;

/** A QR code as an image in black on white, which cameras read in a dark theme, too. */
export function QrCode({ text, label }: { text: string; label: string }) {
    const code = generate(text);
    const size = code.size + 2 * QUIET;
    const modules = [];
    for (let y = 0; y < code.size; y++) {
        for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    }
    return (
        <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${size} ${size}`}
            width={200}
            height={200}
            shapeRendering="crispEdges"
        >
            <rect width={size} height={size} fill="#fff" />
            <path d={modules.join('')} fill="#000" />
        </svg>
    );
}
