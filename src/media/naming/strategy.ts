/** Interfaces of strategies, which group files into series and name books. */
import type { FileMetadata } from '../contents/file-metadata'
import type { ParsedName } from '../filenames/filenames'
import type { Message } from '../../platform/messages/message'

/** Values are null if they are not specified or have not been read yet. */
export type FileNames = Pick<FileMetadata, 'series' | 'volume' | 'chapter' | 'title'> & {
  /** The first author. */
  author: string | null
}

/** A file, and the values that can be derived from its path and metadata. */
export interface NamedFile {
  rootId: string
  /** Name of the root folder, or null if it is not known. */
  rootName: string | null
  /** Path relative to the root, with `/` between folders. */
  path: string
  folder: string
  folders: readonly string[]
  stem: string
  /** Parses the file name and applies parsing rules. */
  read: () => ParsedName
  /** Metadata of the file and its sidecar files, which can determine the series. */
  metadata: FileNames
}

/** The series to which a file belongs. */
export interface Group {
  /** Key that is the same for all files in the series and unique in the library. */
  key: string
  title: string
  year: number | null
  /** Series folder relative to the root, or empty for the root itself. */
  folder: string
  /**
   * How files are assigned to the series: by folder, by parsed or corrected name within the folder,
   * or by name anywhere in the library.
   */
  by: 'folder' | 'name' | 'library'
  /** Reason why the file belongs to this series. */
  because: Message
  /** Source of the title if it was set by a parsing rule. */
  corrected?: string
  publisher?: string
  imprint?: string
  author?: string
}

export interface Grouping {
  /** Set if folder names are not parsed. */
  ignoresFolders?: true
  /** Whether the metadata of the file with this path can determine its series. */
  usesMetadata?(path: string): boolean
  groupOf(file: NamedFile): Group
  /** Returns the volume number matched by a user-defined pattern for the path. */
  volumeOf?(file: NamedFile): number | null
  /** Whether the number in the file name is part of the title, as in `Fahrenheit 451`. */
  hasNumberInTitle?(file: NamedFile): boolean
}

/** Determines the titles and numbers of books. */
export interface Titling {
  fromPath(file: NamedFile): string
  /** Returns null if the title from the file is not used. */
  fromFile(metadata: FileMetadata): string | null
  /** Returns the numbers matched by a user-defined pattern for the file name. */
  numbersOf?(file: NamedFile): { volume: number | null; chapter: number | null } | undefined
}
