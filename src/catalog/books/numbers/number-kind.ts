/** The kinds of items that the number of a book can count, in reading order. */
export const numberKinds = ['issue', 'chapter', 'volume', 'collected', 'annual', 'special'] as const
export type NumberKind = (typeof numberKinds)[number]

/** Kinds that form the run of a series. The others have numbers of their own. */
export const runKinds = ['issue', 'chapter', 'volume'] as const satisfies readonly NumberKind[]
