/** Long enough for a browser to begin reading, also after asking where to save. */
const KEPT_MS = 60_000;

/** The browser saves what is at an address of ours to the disk as it comes. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  // It stays on this page, also if the answer is no file.
  link.download = '';
  link.click();
}

/** Hands something to the browser as a file to keep. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
