/** Media problems, cleanup, duplicates, trash, tasks and logs. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { queryClient } from '../../../../src/web/ui/api/query'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listNames, waitFor } from '../support/find'
import { api, getAddress, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { createBook, library } from '../support/world/works'

usePage()

const noPages = {
  totalFiles: 0,
  totalSizeBytes: 0,
  totalSizeHuman: '',
  maxSizeBytes: 3_000_000_000,
  bookCount: 0,
  oldestFileAgeDays: null,
  cacheDir: 'cache/pages',
  cacheEnabled: true,
}
const handles = { entries: [] } as unknown as Schemas['PdfHandleCacheStats']

const at = '2026-01-01T00:00:00.000Z'
const createFinding = (code: string): Schemas['Finding'] => ({
  code,
  message: `It is ${code}`,
  messageCode: '',
  params: {},
})
const broken = createBook('No book', 1, { findings: [createFinding('unreadable')] })
const empty = createBook('No pages', 2, { findings: [createFinding('no_pages')] })
const noMessage = { message: '', code: '', params: {} }
const analysis: Schemas['Analysis'] = { ...noMessage, tasksEnqueued: 1, taskIds: [] }

/** Answers as the server filters: by the code of the finding. */
async function openProblems(address = '/settings/problems') {
  api.on('get', '/api/v1/books/errors', ({ url }) => {
    const code = new URLSearchParams(url.split('?')[1]).get('code')
    const all = [broken, empty]
    return pageOf(code ? all.filter(({ findings }) => findings[0]?.code === code) : all)
  })
  api.on('get', '/api/v1/side-files/errors', pageOf([]))
  await open(address)
  await findByRole('heading', 'Media problems')
  return findByRole('list', 'Media problems')
}

const countProblems = (count: number) =>
  waitFor(() => listNames('button').filter((name) => name === 'Recheck').length === count, 'books')

test('problems are counted in the navigation and filtered by their kind', async () => {
  const list = await openProblems()
  await findByRole('link', /^Media problems2$/)
  await countProblems(2)
  await findText('No pages', list)
  await choose('Problem', 'No pages')
  await countProblems(1)
  expect(getAddress()).toBe('/settings/problems?only=no_pages')
  await findByRole('link', 'Tides · No. 2 · No pages')
  await findNone('link', 'Tides · No. 1 · No book')
})

test('a filter without a match offers to show all problems', async () => {
  await openProblems()
  await choose('Problem', 'DRM-protected')
  await findText('No matching problems')
  await click('button', 'Show all problems')
  await countProblems(2)
})

test('one file or all files of the filter are rechecked', async () => {
  await openProblems()
  api.on('post', '/api/v1/books/{id}/analyze', analysis)
  api.on('post', '/api/v1/books/retry-all-errors', analysis)
  await choose('Problem', 'No pages')
  await countProblems(1)
  await click('button', 'Recheck')
  await findText('Rechecking file')
  await click('button', 'Recheck all files')
  await findText('Rechecking these files')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/{id}/analyze', null, { id: empty.id }),
    sent('post', '/api/v1/books/retry-all-errors', { code: 'no_pages' }),
  ])
})

test('the page cache is measured and emptied', async () => {
  let bytes = 1_500_000
  api.on('get', '/api/v1/admin/pdf-cache', () => ({
    handles,
    pages: { ...noPages, totalFiles: bytes / 1000, totalSizeBytes: bytes },
  }))
  api.on('delete', '/api/v1/admin/pdf-cache/pages', () => {
    bytes = 0
    return { filesDeleted: 1500, bytesReclaimed: 1_500_000, bytesReclaimedHuman: '1.5 MB' }
  })
  await open('/settings/clean-up')
  const card = (await findByRole('heading', 'Page cache')).closest('section')!
  await findText('1.5 MB of 3 GB used', card)
  await click('button', 'Empty cache', card)
  await findText('1.5 MB freed')
  await waitFor(() => isDisabled(card.querySelector('button')!), 'an empty cache')
  expect(api.changes).toEqual([sent('delete', '/api/v1/admin/pdf-cache/pages', null)])
})

const seriesGroup: Schemas['SeriesDuplicateGroup'] = {
  id: '01a1fdc4-0439-7419-b25d-0000000000aa',
  libraryId: null,
  matchType: 'title',
  matchKey: 'Night',
  duplicateCount: 2,
  members: ['Night', 'NIGHT'].map((title, n) => ({
    id: `01a1fdc4-0439-7419-b25d-0000000000b${n}`,
    title,
    libraryId: library.id,
    libraryName: library.name,
    bookCount: n + 1,
    updatedAt: at,
  })),
  createdAt: at,
  updatedAt: at,
}

test('duplicate series are listed, ignored and shown again', async () => {
  let isIgnored = false
  api.on('get', '/api/v1/duplicates/series', ({ url }) => {
    const duplicates = url.includes('dismissed=true') === isIgnored ? [seriesGroup] : []
    const counts = { totalGroups: 0, totalDuplicateSeries: 0, externalIdGroups: 0, titleGroups: 0 }
    return { duplicates, ...counts }
  })
  const params = { duplicateId: seriesGroup.id }
  api.on('delete', '/api/v1/duplicates/series/{duplicateId}', () => {
    isIgnored = true
    return null
  })
  api.on('post', '/api/v1/duplicates/series/{duplicateId}/restore', () => {
    isIgnored = false
    return null
  })
  await open('/settings/duplicates?tab=series')
  await findText('Same sort title')
  await findByRole('link', 'NIGHT')
  await click('button', 'Ignore')
  await findText('No duplicate series')
  await click('button', 'Stop ignoring')
  await findByRole('button', 'Ignore')
  expect(api.changes).toEqual([
    sent('delete', '/api/v1/duplicates/series/{duplicateId}', null, params),
    sent('post', '/api/v1/duplicates/series/{duplicateId}/restore', null, params),
  ])
})

test('unused genres are named before they are removed', async () => {
  let names = ['Nobody reads it']
  api.on('get', '/api/v1/admin/pdf-cache', { handles, pages: noPages })
  api.on('post', '/api/v1/genres/cleanup', ({ url }) => {
    const deletedNames = names
    if (!url.includes('dryRun')) names = []
    return { deletedCount: deletedNames.length, deletedNames }
  })
  await open('/settings/clean-up')
  const card = (await findByRole('heading', 'Genres')).closest('section')!
  await click('button', 'Check', card)
  await findText('Nobody reads it', card)
  expect(api.changes.map(({ url }) => url)).toEqual(['/api/v1/genres/cleanup?dryRun=true'])
  await click('button', 'Remove', card)
  await findText('1 genre removed')
  await click('button', 'Check', card)
  await findText('Nothing to clean up', card)
  expect(api.changes.map(({ url }) => url.split('cleanup')[1])).toEqual([
    '?dryRun=true',
    '',
    '?dryRun=true',
  ])
})

test('cancelling a cleanup removes nothing', async () => {
  api.on('get', '/api/v1/admin/pdf-cache', { handles, pages: noPages })
  api.on('post', '/api/v1/tags/cleanup', { deletedCount: 1, deletedNames: ['Old'] })
  await open('/settings/clean-up')
  const card = (await findByRole('heading', 'Tags')).closest('section')!
  await click('button', 'Check', card)
  await click('button', 'Cancel', card)
  await findByRole('button', 'Check', card)
  expect(api.changes.map(({ url }) => url)).toEqual(['/api/v1/tags/cleanup?dryRun=true'])
})

const copy: Schemas['BookCopy'] = {
  id: broken.id,
  title: broken.title,
  libraryName: library.name,
  path: '/books/b.cbz',
}
const trashed: Schemas['TrashedBook'] = {
  id: empty.id,
  title: 'Lost',
  seriesId: empty.seriesId,
  seriesName: empty.seriesName,
  libraryId: library.id,
  libraryName: library.name,
  path: null,
  fileFormat: 'cbz',
  fileSize: 1,
  pageCount: 1,
  readBy: 1,
  reason: 'removed',
  restorable: true,
  trashedAt: at,
  missingSince: null,
  continuedBy: null,
  copies: [],
}

async function openTrash(books: Schemas['TrashedBook'][]) {
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/trash/series', pageOf([]))
  api.on('get', '/api/v1/trash/books', ({ url }) =>
    pageOf(url.includes('undecided=true') ? [] : books),
  )
  await open('/settings/trash')
  await findByRole('heading', 'Trash')
}

test('the trash opens with the books if it has no series, and a book is restored', async () => {
  const books = [trashed]
  await openTrash(books)
  api.on('post', '/api/v1/books/{id}/restore', () => {
    books.pop()
    return empty
  })
  await findByRole('tab', 'Books · 1')
  await click('button', 'Restore')
  await findText('Lost restored')
  await findText('No series in the trash')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/{id}/restore', null, { id: trashed.id }),
  ])
})

test('a missing file cannot be restored, and readers continue in the chosen copy', async () => {
  await openTrash([{ ...trashed, reason: 'missing', restorable: false, copies: [copy] }])
  expect(isDisabled(await findByRole('button', 'Restore'))).toBe(true)
  api.on('post', '/api/v1/books/{id}/continue', null as never)
  await click('button', 'Continue with this copy')
  await findText('Reading data of Lost transferred to this copy')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/{id}/continue', { bookId: trashed.id }, { id: copy.id }),
  ])
})

test('D1: a book is separated from the copy that continues it, and can be continued again', async () => {
  const lost = { ...trashed, reason: 'missing' as const, restorable: false, copies: [copy] }
  let continuedBy: string | null = copy.id
  await openTrash([trashed])
  api.on('get', '/api/v1/trash/books', ({ url }) => {
    const isContinued = continuedBy !== null
    const isListed = url.includes('reason=continued') === isContinued && !url.includes('undecided')
    return pageOf([
      ...(url.includes('reason=') ? [] : [trashed]),
      ...(isListed ? [{ ...lost, continuedBy }] : []),
    ])
  })
  api.on('post', '/api/v1/books/{id}/separate', () => {
    continuedBy = null
    return null as never
  })
  await choose('Reason', 'File is missing, but reading continues in a copy')
  await findByRole('link', 'Show copy')
  await click('button', 'Separate from the copy')
  await findText('Lost is separate from its copy again')
  await findNone('button', 'Separate from the copy')
  await choose('Reason', 'File is missing')
  await findByRole('button', 'Continue with this copy')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/books/{id}/separate', null, { id: trashed.id }),
  ])
})

test('the trash of a library is emptied only after its name has been typed', async () => {
  await openTrash([trashed])
  api.on('post', '/api/v1/libraries/{id}/purge', {} as never)
  await click('button', 'Empty trash…')
  const question = await findByRole(
    'dialog',
    'Permanently delete everything in the trash of Comics?',
  )
  await fill('Type Comics to confirm', 'comics', question)
  expect(isDisabled(await findByRole('button', 'Delete permanently', question))).toBe(true)
  await fill('Type Comics to confirm', 'Comics', question)
  await click('button', 'Delete permanently', question)
  await findText('Permanent deletion started.')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/libraries/{id}/purge', { name: 'Comics' }, { id: library.id }),
  ])
})

test('M11: what is kept of deleted books is forgotten for good with its numbers in view', async () => {
  let kept = { bookCount: 12, seriesCount: 3, userCount: 2, entryCount: 240 }
  await openTrash([trashed])
  api.on('get', '/api/v1/purges', pageOf([]))
  api.on('get', '/api/v1/preserved-data', () => kept)
  api.on('post', '/api/v1/preserved-data/forget', () => {
    const forgotten = kept
    kept = { bookCount: 0, seriesCount: 0, userCount: 0, entryCount: 0 }
    return forgotten
  })
  await click('tab', 'Deletion log')
  await findText('12 books · 2 users · 240 entries')
  await click('button', 'Delete data permanently…')
  const question = await findByRole('dialog', 'Permanently delete the data kept for deleted books?')
  await findText('12 books · 2 users · 240 entries', question)
  await click('button', 'Delete data permanently', question)
  await findText('Data permanently deleted')
  await findNone('button', 'Delete data permanently…')
  expect(api.changes).toEqual([sent('post', '/api/v1/preserved-data/forget', { entryCount: 240 })])
})

const failed: Schemas['Task'] = {
  id: '01a1fdc4-0439-7419-b25d-00000000fa11',
  taskType: 'make_thumbnails',
  status: 'failed',
  priority: 0,
  attempts: 5,
  maxAttempts: 5,
  params: { libraryId: library.id },
  lastError: { message: 'ENOSPC: no space left on device, write', code: '', params: {} },
  scheduledFor: at,
  lockedUntil: null,
  isStale: false,
  createdAt: at,
  startedAt: at,
  completedAt: at,
}

test('failed tasks come first, with a reason in words, and are tried again', async () => {
  const tasks = [failed]
  const none = { pending: 0, processing: 0, completed: 3, cancelled: 0, stale: 0, byType: {} }
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/tasks/stats', () => ({ ...none, failed: tasks.length, total: 4 }))
  api.on('get', '/api/v1/tasks', () => pageOf(tasks))
  api.on('post', '/api/v1/tasks/{id}/retry', () => {
    tasks.pop()
    return noMessage
  })
  await open('/settings/tasks')
  const list = await findByRole('list', 'Tasks')
  await findText('The disk is full', list)
  await findText('Comics', list)
  await findText('attempt 5 of 5', list)
  await click('button', 'Try again')
  await findText('No failed tasks')
  expect(api.changes).toEqual([sent('post', '/api/v1/tasks/{id}/retry', null, { id: failed.id })])
})

test('the log is filtered by text after a pause, and the filter is in the address', async () => {
  const line: Schemas['LogLine'] = {
    id: 1,
    level: 'info',
    time: at,
    message: 'login failed',
    code: null,
    params: {},
    fields: {},
  }
  api.on('get', '/api/v1/logs', ({ url }) => ({
    lines: url.includes('search=nothing') ? [] : [line],
    latestId: 1,
    level: 'info' as const,
  }))
  await open('/settings/logs')
  await findText('login failed', await findByRole('list', 'Logs'))
  await fill('Contains', 'nothing')
  await findText('No matching lines')
  expect(getAddress()).toBe('/settings/logs?words=nothing')
})

test('a task can be started again only if its process may be gone', async () => {
  const old = new Date(Date.now() - 3_600_000).toISOString()
  const running = {
    ...failed,
    status: 'processing' as const,
    completedAt: null,
    lastError: null,
    startedAt: old,
    // The clock of the browser may differ from that of the server.
    lockedUntil: old,
  }
  let task = running
  const none = { pending: 0, processing: 1, completed: 0, failed: 0, cancelled: 0, stale: 0 }
  api.on('get', '/api/v1/tasks/stats', { ...none, total: 1, byType: {} })
  api.on('get', '/api/v1/tasks', () => pageOf([task]))
  await open('/settings/tasks?tab=processing')
  await findByRole('button', 'Stop')
  await findNone('button', 'Start again')
  task = { ...running, isStale: true }
  await queryClient.invalidateQueries({ queryKey: ['/api/v1/tasks'] })
  await findByRole('button', 'Start again')
  api.on('post', '/api/v1/tasks/{id}/unlock', { ...noMessage } as never)
  await click('button', 'Start again')
  await findText('Task starts again')
  expect(api.changes).toEqual([sent('post', '/api/v1/tasks/{id}/unlock', null, { id: failed.id })])
})
