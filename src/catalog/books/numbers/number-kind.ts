/** What the number of a book counts, in the order in which a series is read. */
export const numberKinds = ['issue', 'chapter', 'volume', 'collected', 'annual', 'special'] as const
export type NumberKind = (typeof numberKinds)[number]
