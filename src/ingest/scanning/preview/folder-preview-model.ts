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
import { MessageView } from '../../../platform/http/message-shapes'

export const FolderPreviewQuery = shape({
  path: text(4096, { minLength: 1, description: 'Absolute path of the folder' }),
  libraryId: optional(id()),
})
export type FolderPreviewQuery = Static<typeof FolderPreviewQuery>

export const FolderPreview = named('FolderPreview', {
  path: anyText(),
  comics: long({ description: 'Number of archives and image folders' }),
  books: long({ description: 'Number of EPUB and PDF files' }),
  formats: list(shape({ format: anyText(), count: long() })),
  folderCount: long({ description: 'Number of folders that contain books' }),
  examples: list(shape({ name: anyText(), books: long(), because: MessageView }), {
    description:
      'Some of the expected series, based on folder and file names. E-book metadata is not read',
  }),
  unreadable: long({ description: 'Number of folders and files that Quire cannot read' }),
  isComplete: boolean({
    description: 'Whether the whole folder was counted; false if the time limit was reached',
  }),
})
export type FolderPreview = Static<typeof FolderPreview>
