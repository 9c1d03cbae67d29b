/** The library, showing only what has to do with a word. */
export const libraryOf = (words: string) => ({ to: '/library' as const, search: { search: words } })
