/** What a strategy is: for series one that groups files, for books one that names them. */
import type { FileMetadata } from '../contents/file-metadata'
import type { ParsedName } from '../filenames/filenames'

/** null: nobody says it, or nothing was read yet. */
export type SaidNames = Pick<FileMetadata, 'series' | 'volume' | 'chapter'>

/** A file with all that its place says of it. */
export interface NamedFile {
  rootId: string
  /** Below the root, with `/` between folders. */
  path: string
  folder: string
  folders: readonly string[]
  stem: string
  /** What its names say, with the corrections that people made. */
  read: () => ParsedName
  /** What the file and those beside it say, which may decide where it belongs. */
  said: SaidNames
}

/** The series to which a file belongs. */
export interface Group {
  /** Equal for all files of the series, unique in the library. */
  key: string
  title: string
  year: number | null
  /** Folder of the series below its root; empty: the root itself. */
  folder: string
  /**
   * What makes a file part of it: lying in the folder, whatever it is called; its name, as it is read and
   * was corrected; or its name anywhere in the library, as something else told it.
   */
  by: 'folder' | 'name' | 'told'
  /** For people: how it came to be this series. */
  because: string
  /** Source of the title where a person's rule gave it. */
  corrected?: string
  publisher?: string
  imprint?: string
  author?: string
}

export interface Grouping {
  /** Of the folders around a file nothing is read. */
  ignoresFolders?: true
  /** Where a file belongs can depend on what it says of itself. */
  asksFiles?: true
  groupOf(file: NamedFile): Group
  /** Numbers that a person's own pattern reads in the path. */
  volumeOf?(file: NamedFile): number | null
}

/** What the names of a book say of it. */
export interface Titling {
  fromPath(file: NamedFile): string
  /** null: the file's own title does not count. */
  fromFile(metadata: FileMetadata): string | null
  /** Numbers that a person's own pattern reads in the name. */
  numbersOf?(file: NamedFile): { volume: number | null; chapter: number | null } | undefined
}
