import 'react';

declare module 'react' {
    interface CSSProperties {
        /** Variables that a stylesheet reads. */
        [variable: `--${string}`]: string | number | undefined;
    }
}
