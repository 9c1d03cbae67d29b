/** What scans did, and taking it back, on the wire. */
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
import { messageMembers } from '../../../platform/http/message-shapes'

const PreviewedView = named('PreviewedFiles', {
  count: long(),
  examples: list(
    named('PreviewedFile', {
      path: anyText({ description: 'Below its root' }),
      pathBefore: nullable(anyText({ description: 'Where the book is now' })),
      bookId: nullable(id()),
    }),
    { description: 'The first of them, at most 20' },
  ),
})

const PreviewResultView = named('ScanPreviewResult', {
  state: oneOf(['available', 'unavailable', 'awaiting_confirmation']),
  stateReason: nullable(anyText({ description: 'Why nothing would be put into the trash' })),
  filesFound: long(),
  ignored: long({ description: 'Files that a person wants no book of' }),
  added: PreviewedView,
  changed: PreviewedView,
  moved: PreviewedView,
  missing: PreviewedView,
  returned: PreviewedView,
})

export const ScanPreviewView = named('ScanPreview', {
  id: id('Of the task, too'),
  libraryId: id(),
  mode: oneOf(['normal', 'deep']),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  result: nullable(PreviewResultView),
  message: nullable(anyText({ description: 'Why it failed, for people' })),
  createdAt: instant(),
  completedAt: nullable(instant()),
})
export type ScanPreviewView = Static<typeof ScanPreviewView>

const kinds = ['added', 'changed', 'moved', 'missing', 'returned', 'series_moved'] as const

export const ScanChangeView = named('ScanChange', {
  id: id(),
  kind: oneOf(kinds),
  bookId: nullable(id('The book may be gone since; null: it is about the series')),
  seriesId: id('That in which the scan left it'),
  title: anyText(),
  path: anyText({
    description: 'Of the file below its root, as the scan left it; of a series its folder',
  }),
  pathBefore: nullable(anyText({ description: 'Where it was before it was moved' })),
  undone: nullable(oneOf(['done', 'skipped'])),
})
export type ScanChangeView = Static<typeof ScanChangeView>
export const ScanChangePage = PageOf(ScanChangeView)
export const ScanChangesQuery = shape({ ...PageQuery, kind: optional(oneOf(kinds)) })
export type ScanChangesQuery = Static<typeof ScanChangesQuery>

export const UndoView = named('ScanUndo', {
  scanId: id(),
  status: oneOf(['pending', 'running', 'completed', 'failed']),
  total: long({ description: 'Changes that can be undone' }),
  done: long(),
  skipped: long({ description: 'Those that could not be undone after all' }),
  message: nullable(anyText({ description: 'For people' })),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant()),
})
export type UndoView = Static<typeof UndoView>

export const IgnoredFileView = named('IgnoredFile', {
  id: id(),
  path: anyText({ description: 'Below its root' }),
  title: anyText(),
  bookId: nullable(id('The book in the trash that stands for the file')),
  createdAt: instant(),
})
export type IgnoredFileView = Static<typeof IgnoredFileView>
export const IgnoredFilePage = PageOf(IgnoredFileView)
export const IgnoredFilesQuery = shape(PageQuery)
export const IgnoredFileParams = shape({ id: id('Id of the library'), ignoredId: id() })

export const RetryBody = named('RetryFindings', {
  libraryId: patchable(id()),
  code: patchable(oneOf(findingCodes)),
})
export type RetryBody = Static<typeof RetryBody>

export const AnalysisView = named('Analysis', {
  tasksEnqueued: long({ description: 'Books whose files will be read again' }),
  taskIds: list(id(), { description: 'Scans that do it; one that runs is followed by another' }),
  ...messageMembers(),
})
export type AnalysisView = Static<typeof AnalysisView>
