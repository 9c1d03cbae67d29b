export interface HistorySearch {
  book?: string
  series?: string
  kind?: 'completed'
}

/** Drops unknown and invalid values. */
export function readHistorySearch({ book, series, kind }: Record<string, unknown>): HistorySearch {
  return {
    ...(isId(book) && { book }),
    ...(isId(series) && { series }),
    ...(kind === 'completed' && { kind }),
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
