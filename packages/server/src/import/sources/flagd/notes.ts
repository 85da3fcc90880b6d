/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The targetingKey is the userId; all else in the context are properties of the same name.',
    'Shares are placed as flagd does from 0.15 on; earlier versions placed people elsewhere.',
    'Texts beyond ASCII are placed as flagd itself does; its evaluator for JavaScript places them elsewhere.',
    'A flag that is disabled there answers the default of the code, and so does one that is off here.',
];
