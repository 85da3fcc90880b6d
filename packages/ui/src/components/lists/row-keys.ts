/** The main link of a row, which opens it. */
const ROW_LINKS = 'tbody tr a[href]';

/**
 * Keyboard navigation of all tables: the arrow keys move from the search field to the rows and between rows, Enter in a search
 * field opens the first row. One listener serves all tables, because the rows can be read from the DOM.
 */
export function navigateRows(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.matches('input[data-finds]')) leaveSearch(event, target);
    else if (target.matches(ROW_LINKS)) leaveRow(event, target);
}

function leaveSearch(event: KeyboardEvent, search: HTMLElement): void {
    if (event.key === 'ArrowDown') go(event, firstOfRows(headsBelow(search))[0]);
    // Only for search fields whose rows always match the input. Otherwise Enter could open the wrong row.
    if (event.key === 'Enter' && search.dataset['finds'] === 'at-once') openFirstRow(search);
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function leaveRow(event: KeyboardEvent, head: HTMLElement): void {
    const step = STEPS[event.key];
    const table = head.closest('table');
    if (!table || step === undefined) return;
    const heads = firstOfRows([...table.querySelectorAll<HTMLElement>(ROW_LINKS)]);
    const at = heads.indexOf(head);
    if (at === -1) return;
    const search = at + step < 0 ? searchAbove(table) : undefined;
    go(event, search ?? heads[at + step]);
}

/** Opens the first row below a search field. The rows must match the input. */
export const openFirstRow = (search: HTMLElement) => firstOfRows(headsBelow(search))[0]?.click();

function headsBelow(search: HTMLElement): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>(`main :is(${ROW_LINKS})`)].filter(
        (head) => search.compareDocumentPosition(head) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
}

function searchAbove(table: HTMLElement): HTMLElement | undefined {
    return [...document.querySelectorAll<HTMLElement>('main input[data-finds]')].findLast(
        (search) => search.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
}

/** Only the first link of a row opens it. */
function firstOfRows(heads: HTMLElement[]): HTMLElement[] {
    return heads.filter((head, index) => head.closest('tr') !== heads[index - 1]?.closest('tr'));
}

function go(event: KeyboardEvent, to: HTMLElement | undefined): void {
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.scrollIntoView({ block: 'nearest' });
}
