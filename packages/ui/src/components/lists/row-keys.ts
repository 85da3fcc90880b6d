/** The main link of a row, which opens it. */
const ROW_LINKS = 'tbody tr a[href]';

/**
 * Keyboard navigation of all tables: the arrow keys move from the search field to the rows and between rows, Enter in a search
 * field opens the first row. One listener serves all tables, because the rows can be read from the DOM.
 */
export function navigateRows(event: KeyboardEvent): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.matches('input[data-finds]')) {
        if (key === 'ArrowDown') go(event, firstOfRows(headsBelow(target))[0]);
        // Only for search fields whose rows always match the input. Otherwise Enter could open the wrong row.
        if (key === 'Enter' && target.dataset['finds'] === 'at-once') openFirstRow(target);
        return;
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const table = target.closest('table');
    if (!table || !target.matches(ROW_LINKS)) return;
    const heads = firstOfRows([...table.querySelectorAll<HTMLElement>(ROW_LINKS)]);
    const at = heads.indexOf(target);
    if (at === -1) return;
    const search = key === 'ArrowUp' && at === 0 ? searchAbove(table) : undefined;
    go(event, search ?? heads[at + (key === 'ArrowDown' ? 1 : -1)]);
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
