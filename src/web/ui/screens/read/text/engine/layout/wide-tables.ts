/** Shrinks tables that are wider than their column. Words in cells are not broken. */
export function markWideTables(doc: Document) {
  for (const table of doc.querySelectorAll<HTMLElement>('table')) {
    const room = table.parentElement?.clientWidth ?? 0
    if (room > 0 && table.scrollWidth > room) table.dataset['quireWide'] = ''
  }
}
