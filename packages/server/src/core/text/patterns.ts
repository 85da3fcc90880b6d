/** Characters that need no escaping in a URL; `.` and `..` alone would be paths. */
export const URL_FRIENDLY = "^(?!\\.{1,2}$)[A-Za-z0-9~_.\\-!*'()]+$";
/** A lone * means all projects wherever projects are listed. */
export const PROJECT_ID = URL_FRIENDLY.replace('^', '^(?!\\*$)');
export const PROJECT_ID_OR_NONE = `^$|${PROJECT_ID}`;
export const ENVIRONMENT_NAME = '^[a-zA-Z0-9~_.\\-]+$';
/** Shown as a link in browsers, where other schemes could run code. */
export const WEB_ADDRESS = '^[hH][tT][tT][pP][sS]?://[^\\s]+$';
export const PRINTABLE = '^[^\\u0000-\\u001f\\u007f]*$';
/** The empty text means no address: forms send it. */
export const E_MAIL = '^$|^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$';
export const NOT_BLANK = '\\S';

const OF_SAFE_CHARACTERS = "may consist of letters from A to Z, digits and ~ _ . - ! * ' ( ) only, and must not be";

const DESCRIPTIONS = new Map([
    [URL_FRIENDLY, `${OF_SAFE_CHARACTERS} "." or ".."`],
    [PROJECT_ID, `${OF_SAFE_CHARACTERS} ".", ".." or "*"`],
    [PROJECT_ID_OR_NONE, `${OF_SAFE_CHARACTERS} ".", ".." or "*"`],
    [ENVIRONMENT_NAME, 'may consist of letters from A to Z, digits and ~ _ . - only'],
    [WEB_ADDRESS, 'must be an address that begins with http:// or https://, without spaces'],
    [PRINTABLE, 'must be one line without control characters'],
    [E_MAIL, 'must be an e-mail address, such as ada@example.com'],
    [NOT_BLANK, 'must not be blank'],
]);

/** Descriptions of the patterns for error messages. */
export const describePattern = (pattern: string): string | undefined => DESCRIPTIONS.get(pattern);
