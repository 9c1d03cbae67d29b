import {
  anyText,
  boolean,
  id,
  integer,
  list,
  long,
  named,
  nullable,
  shape,
} from '../../../platform/http/shapes'

const PageCacheView = named('PageCacheStats', {
  totalFiles: long(),
  totalSizeBytes: long(),
  totalSizeHuman: anyText(),
  maxSizeBytes: long({ description: 'The least recently used pages are evicted beyond this size' }),
  bookCount: long({ description: 'Number of books and covers with cached pictures' }),
  oldestFileAgeDays: nullable(integer({ minimum: 0 })),
  cacheDir: anyText({ description: 'Relative to the data folder' }),
  cacheEnabled: boolean(),
})

/**
 * Kept for compatibility. PDF files are open only while a decoder renders a page, so all values are
 * constant.
 */
export const PdfHandlesView = named('PdfHandleCacheStats', {
  enabled: boolean({ description: 'Always false: PDF files are not kept open' }),
  capacity: long(),
  idleTtlSeconds: long(),
  currentSize: long(),
  hits: long(),
  misses: long(),
  opens: long(),
  evictions: long(),
  idleEvictions: long(),
  entries: list(shape({})),
})

export const PdfCacheView = named('PdfCacheStats', {
  pages: PageCacheView,
  handles: PdfHandlesView,
})

export const ClearedPages = named('PageCacheCleared', {
  filesDeleted: long(),
  bytesReclaimed: long(),
  bytesReclaimedHuman: anyText(),
})

export const CleanedPages = named('PageCacheCleaned', {
  filesDeleted: long(),
  bytesReclaimed: long(),
  bytesReclaimedHuman: anyText(),
  maxAgeDays: integer({ minimum: 0 }),
})

export const BookHandleParams = shape({ bookId: id('ID of a book') })

export const ClosedHandles = named('PdfHandlesClosed', { handlesClosed: long() })
