/** What each kind of source provides. */
import type { OpenSource, ServerKind } from '../neutral-form'
import type { ForeignDatabase, ForeignRow } from './foreign-database'
import { asId, asText } from './foreign-values'

export interface SourceReader {
  readonly kind: ServerKind
  /** Where the database is in the program's folder. */
  readonly fileNames: readonly string[]
  readonly recognizes: (db: ForeignDatabase) => boolean
  /** Takes over the database, also if it throws. */
  readonly open: (db: ForeignDatabase) => OpenSource
}

/** Identifies an installation by its first account. */
export function createInstance(rows: Iterable<ForeignRow>): string {
  for (const row of rows) {
    const text = JSON.stringify(
      Object.values(row).map((value) => asText(value, 200) ?? asId(value)),
    )
    return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16)
  }
  return 'empty'
}
