import { BookNameView } from '../../../catalog/books/model'
import { findingCodes } from '../../../media/contents/contents'
import { PageOf, PageQuery } from '../../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
} from '../../../platform/http/shapes'
import { messageMembers, MessageView } from '../../../platform/http/message-shapes'

const PreviewedView = named('PreviewedFiles', {
  count: long(),
  examples: list(
    named('PreviewedFile', {
      path: anyText({ description: 'Path relative to the folder of the library' }),
      pathBefore: nullable(
        anyText({ description: 'Current path of the book, if it would be moved' }),
      ),
      bookId: nullable(id()),
    }),
    { description: 'The first 20 files' },
  ),
})

const PreviewResultView = named('ScanPreviewResult', {
  state: oneOf(['available', 'unavailable', 'awaiting_confirmation']),
  stateReason: nullable(MessageView, {
    description: 'Reason why no books would be moved to the trash',
  }),
  filesFound: long(),
  ignored: long({ description: 'Number of ignored files' }),
  added: PreviewedView,
  changed: PreviewedView,
  moved: PreviewedView,
  missing: PreviewedView,
  returned: PreviewedView,
})

export const ScanPreviewView = named('ScanPreview', {
  id: id('ID of the preview and of its task'),
  libraryId: id(),
  mode: oneOf(['normal', 'deep']),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  result: nullable(PreviewResultView),
  message: nullable(MessageView, { description: 'Reason for the failure' }),
  createdAt: instant(),
  completedAt: nullable(instant()),
})
export type ScanPreviewView = Static<typeof ScanPreviewView>

const kinds = ['added', 'changed', 'moved', 'missing', 'returned', 'series_moved'] as const

export const ScanChangeView = named('ScanChange', {
  id: id(),
  kind: oneOf(kinds),
  bookId: nullable(
    id('ID of the book, which may no longer exist; null if the change is about the series'),
  ),
  seriesId: id('ID of the series, or of the series that the book belongs to after the scan'),
  title: anyText(),
  book: nullable(BookNameView, { description: 'Current name of the book; null if it is gone' }),
  path: anyText({
    description: 'Relative path of the file after the scan, or of the folder of a series',
  }),
  pathBefore: nullable(anyText({ description: 'Path before the move' })),
  undone: nullable(oneOf(['done', 'skipped'])),
})
export type ScanChangeView = Static<typeof ScanChangeView>
export const ScanChangePage = PageOf(ScanChangeView)
export const ScanChangesQuery = shape({
  ...PageQuery,
  kind: optional(oneOf(kinds, { description: 'Only changes of this kind' })),
})
export type ScanChangesQuery = Static<typeof ScanChangesQuery>

export const UndoView = named('ScanUndoState', {
  scanId: id(),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  total: long({ description: 'Number of changes that can be undone' }),
  done: long(),
  skipped: long({ description: 'Number of changes that could not be undone' }),
  message: nullable(MessageView, {
    description: 'Reason for the failure, or the changes that could not be undone',
  }),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
})
export type UndoView = Static<typeof UndoView>

export const IgnoredFileView = named('IgnoredFile', {
  id: id(),
  path: anyText({ description: 'Path relative to the folder of the library' }),
  title: anyText(),
  bookId: nullable(id('ID of the trashed book that this file belongs to')),
  createdAt: instant(),
})
export type IgnoredFileView = Static<typeof IgnoredFileView>
export const IgnoredFilePage = PageOf(IgnoredFileView)
export const IgnoredFilesQuery = shape(PageQuery)
export const IgnoredFileParams = shape({ id: id('ID of the library'), ignoredId: id() })

export const RetryBody = named('RetryFindings', {
  libraryId: patchable(id()),
  code: patchable(oneOf(findingCodes)),
})
export type RetryBody = Static<typeof RetryBody>

export const AnalysisView = named('Analysis', {
  tasksEnqueued: long({ description: 'Number of books that will be analyzed' }),
  taskIds: list(id(), {
    description:
      'IDs of the queued scans that will read the files. If a scan of a library is already running, a follow-up scan is queued; its ID is not included',
  }),
  ...messageMembers(),
})
export type AnalysisView = Static<typeof AnalysisView>
