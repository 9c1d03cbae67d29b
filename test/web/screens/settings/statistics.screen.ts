/** The list of servers and workers in the statistics. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { findByRole } from '../support/find'
import { api, open, usePage } from '../support/page'

usePage()

const metrics: Schemas['Metrics'] = {
  version: '0.2.0',
  startedAt: '2026-01-01T00:00:00.000Z',
  uptimeSeconds: 60,
  inventoryAt: '2026-01-01T00:00:00.000Z',
  process: {
    cpuSeconds: 1,
    residentBytes: 1,
    anonymousBytes: null,
    openFiles: null,
    maxOpenFiles: null,
    eventLoopLagSeconds: { mean: 0, p50: 0, p99: 0, max: 0 },
  },
  requests: { count: 0, totalSeconds: 0, byRoute: [] },
  database: { type: 'postgres', sizeBytes: 1, pool: null },
  inventory: {
    libraryCount: 0,
    seriesCount: 0,
    bookCount: 0,
    pageCount: 0,
    totalBookSize: 0,
    userCount: 1,
    libraries: [],
  },
  processes: [],
  jobs: [],
  scans: {
    running: 0,
    completed: 0,
    failed: 0,
    filesProcessed: 0,
    totalSeconds: 0,
    filesPerSecond: null,
  },
  thumbnails: {
    stored: 0,
    storedBytes: 0,
    failed: 0,
    made: 0,
    served: 0,
    unchanged: 0,
    placeholders: 0,
  },
  caches: [],
  loginsRefused: { wrong: 0, throttled: 0 },
}

const running: Schemas['ServerProcess'] = {
  id: '01a1fdc4-0439-7419-b25d-000000000001',
  kind: 'serve',
  host: 'shelf-1',
  pid: 71,
  version: '0.2.0',
  startedAt: '2026-01-01T00:00:00.000Z',
  seenAt: '2026-01-01T00:00:00.000Z',
  isMissing: false,
  jobKinds: [],
  watchesFolders: true,
  runningJobs: [],
}

const processes: Schemas['ServerProcess'][] = [
  running,
  {
    ...running,
    id: '01a1fdc4-0439-7419-b25d-000000000002',
    kind: 'worker',
    host: 'shelf-2',
    pid: 72,
    watchesFolders: false,
    jobKinds: ['scan_library'],
    runningJobs: [{ id: '01a1fdc4-0439-7419-b25d-000000000009', kind: 'scan_library' }],
  },
  { ...running, id: '01a1fdc4-0439-7419-b25d-000000000003', host: 'shelf-3', isMissing: true },
]

test('lists servers and workers with what they do', async () => {
  api.on('get', '/api/v1/metrics', () => metrics)
  api.on('get', '/api/v1/reading-stats/server', () => ({
    from: '2026-01-01',
    to: '2026-03-31',
    readers: 0,
    sessions: 0,
    duration: { measuredMs: 0, inferredMs: 0, totalMs: 0 },
    pagesRead: 0,
    booksFinished: 0,
  }))
  api.on('get', '/api/v1/admin/processes', () => processes)
  await open('/settings/statistics')
  await findByRole('heading', 'Servers and workers')
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^shelf-1Server \(71\)0\.2\.0.*Watches folders$/),
    expect.stringMatching(/^shelf-2Worker \(72\)0\.2\.0.*Scan library · Runs only: Scan library$/),
    expect.stringMatching(/^shelf-3Server \(71\)0\.2\.0.*Missing, last seen/),
  ])
})
