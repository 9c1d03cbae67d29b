/**
 * Interfaces for reading each kind of source, and functions that identify its installation and
 * version.
 */
import type { OpenSource, ServerKind } from '../neutral-form'
import type { ForeignDatabase, ForeignRow } from './foreign-database'
import { asId, asInstant, asText } from './values/foreign-values'

/** Files that a reader can request in addition to the database. */
export interface SourceFiles {
  /** The folder of the original on this server; null for an uploaded file. */
  readonly folder: string | null
  /**
   * Opens another database of the program, from the same folder or from one of the given folders.
   */
  readonly openOther: (name: string, folders: readonly string[]) => ForeignDatabase
}

export interface SourceReader {
  readonly kind: ServerKind
  /** Locations of the database in the program's folder. */
  readonly fileNames: readonly string[]
  /** Whether the reader also opens another database. */
  readonly hasOther?: boolean
  readonly recognizes: (db: ForeignDatabase) => boolean
  /** Takes ownership of the database, even if it throws. */
  readonly open: (db: ForeignDatabase, files: SourceFiles) => OpenSource
}

/** Reads a program that keeps its data in a text file. */
export interface TextReader {
  readonly kind: ServerKind
  readonly fileNames: readonly string[]
  /** `start`: the beginning of the file. */
  readonly recognizes: (start: string) => boolean
  readonly open: (path: string) => OpenSource
}

/** Identifies an installation by the first of these rows, such as its first account. */
export function createInstance(rows: Iterable<ForeignRow>): string {
  for (const row of rows) return hashRow(row)
  return 'empty'
}

const hashRow = (row: ForeignRow) => {
  const text = JSON.stringify(Object.values(row).map((value) => asText(value, 200) ?? asId(value)))
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16)
}

const maxMarksOfTable = 50

/**
 * Returns the oldest accounts and libraries as marks of an installation. `tables`: the ID and
 * creation time columns by table. Rows without a time have no mark, because another installation
 * can have the same numbers.
 */
export function readMarks(
  db: ForeignDatabase,
  tables: Readonly<Record<string, readonly [string, string]>>,
): string[] {
  return Object.entries(tables).flatMap(([table, [id, created]]) => {
    const marks: string[] = []
    for (const row of db.rows(table, [id, created], { orderBy: [created, id] })) {
      // When a program adds a time column later, its existing rows get an empty or impossible time.
      if (row[id] === null || asInstant(row[created]) === null) continue
      if (marks.push(hashRow(row)) >= maxMarksOfTable) break
    }
    return marks
  })
}

/** Returns the last migration of a program that uses SeaORM. */
export function readLastMigration(db: ForeignDatabase): string {
  const rows = db.rows('seaql_migrations', ['version'], { orderBy: ['version'] })
  return [...rows].flatMap(({ version }) => asText(version, 100) ?? []).at(-1) ?? '?'
}
