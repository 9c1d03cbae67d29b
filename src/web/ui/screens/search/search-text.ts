export interface SearchText {
  q?: string
}

/** The router reads a search for 1984 as a number. */
export const readSearch = ({ q }: Record<string, unknown>): SearchText =>
  typeof q === 'string' || typeof q === 'number' ? { q: String(q).slice(0, 200) } : {}
