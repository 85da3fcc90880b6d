/** Makes the browser save a file. */
export function download(name: string, type: string, content: string | string[]): void {
    const url = URL.createObjectURL(new Blob([content].flat(), { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
}
