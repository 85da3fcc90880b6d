/** Returns a number with its noun: “1 flag”, “1,200 flags”. */
export const count = (number: number, noun: string) =>
    `${number.toLocaleString('en')} ${number === 1 ? noun : `${noun}s`}`;
