// Numbers follow the locale of the reader. Other files do not format them.

const plain = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

const signedPercent = new Intl.NumberFormat(undefined, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
});

const signedDecimal = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3, signDisplay: 'exceptZero' });

const decimal = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a number in few characters: “1.2K”. */
export const compactNumber = (value: number): string => compact.format(value);

export const formatNumber = (value: number): string => plain.format(value);

/** Formats a measured value, such as a latency: “0.0231”, “1,235”. */
export const formatDecimal = (value: number): string => (Math.abs(value) < 10_000 ? decimal : plain).format(value);

/** Formats a share between 0 and 1: “12.5%”. */
export const formatShare = (share: number): string => percent.format(share);

/** Formats a relative difference: “+12.5%”. */
export const formatSignedShare = (share: number): string => signedPercent.format(share);

/** Formats a difference with its sign: “+1.25”. */
export const formatSigned = (value: number): string => signedDecimal.format(value);

/** Returns a number with its noun: “1 flag”, “1,200 flags”. */
export const count = (number: number, noun: string): string =>
    `${formatNumber(number)} ${number === 1 ? noun : `${noun}s`}`;
