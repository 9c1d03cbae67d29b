/** The preview of a folder on the wire. */
import {
  anyText,
  boolean,
  id,
  list,
  long,
  named,
  optional,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

export const FolderPreviewQuery = shape({
  path: text(4096, { minLength: 1, description: 'Absolute path of a folder' }),
  libraryId: optional(id()),
})
export type FolderPreviewQuery = Static<typeof FolderPreviewQuery>

export const FolderPreview = named('FolderPreview', {
  path: anyText(),
  comics: long({ description: 'Archives and folders of pictures' }),
  books: long({ description: 'EPUB and PDF' }),
  formats: list(shape({ format: anyText(), count: long() })),
  folderCount: long({ description: 'Folders that hold books' }),
  examples: list(shape({ name: anyText(), books: long() }), {
    description: 'Some of these folders, as series would be named',
  }),
  unreadable: long({ description: 'Folders and files that Quire may not read' }),
  isComplete: boolean({ description: 'false where there was no time to see all' }),
})
export type FolderPreview = Static<typeof FolderPreview>
