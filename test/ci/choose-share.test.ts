import { describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listChangedRoutes, listPathLiterals } from '../../.ci/choose-share'
import type { TestShare } from '../support/share'

const documentOf = (paths: object) => JSON.stringify({ paths })
const get = (summary: string) => ({ get: { summary } })

test('changed routes are new operations and those with another description', () => {
  const before = documentOf({ '/a': get('A'), '/b/{id}': get('B'), '/c': get('C') })
  const now = documentOf({
    '/a': get('A'),
    '/b/{id}': { ...get('Bee'), post: { summary: 'New' } },
    '/d': get('D'),
  })
  expect(listChangedRoutes(before, now)).toEqual(['GET /b/:id', 'POST /b/:id', 'GET /d'])
  expect(listChangedRoutes('{}', documentOf({ '/a': get('A') }))).toEqual(['GET /a'])
})

test('the paths of a file with routes are found', () => {
  const text = `new Elysia({ prefix: '/user/feeds' }).get('/', a).post('/:id', b)
    .get('/:id/pages/*', c, { description: 'No path' })`
  expect(listPathLiterals(text)).toEqual(['/user/feeds', '/:id', '/:id/pages/*'])
})

describe('cases', () => {
  const cases = Array.from({ length: 40 }, (_, number) => `case ${number}`)
  const routes = [
    ...cases.map((name) => ({ method: 'GET', path: `/${name}` })),
    { method: 'POST', path: '/api/v1/series/{id}' },
    { method: 'GET', path: '/komga/api/v1/books/:id' },
  ]
  const module = resolve(import.meta.dir, '../support/share.ts')

  /** Selects in a process of its own, because the share is read once. */
  function select(share: Partial<TestShare> | undefined) {
    const file = join(mkdtempSync(join(tmpdir(), 'share-')), 'select.test.ts')
    writeFileSync(
      file,
      `import { countRounds, takeRoutes, takeShare } from ${JSON.stringify(module)}
      import { test } from 'bun:test'
      test('x', () => console.log('found ' + JSON.stringify({
        cases: takeShare(${JSON.stringify(cases)}, String, ['ingest/scanning']),
        routes: takeRoutes(${JSON.stringify(routes)}, []).map(({ path }) => path),
        rounds: countRounds(20, ['ingest/scanning']),
      })))`,
    )
    const none = { part: 0, parts: 8, modules: [], routes: [], paths: [], tests: [] }
    const { QUIRE_TEST_SHARE: _, ...env } = process.env
    const { stdout } = Bun.spawnSync([process.execPath, 'test', file], {
      cwd: join(file, '..'),
      env: { ...env, ...(share && { QUIRE_TEST_SHARE: JSON.stringify({ ...none, ...share }) }) },
    })
    const line = stdout.toString().split('found ')[1]!.split('\n')[0]!
    return JSON.parse(line) as { cases: string[]; routes: string[]; rounds: number }
  }

  test('are all tested without a share', () => {
    const found = select(undefined)
    expect(found).toEqual({ cases, routes: routes.map(({ path }) => path), rounds: 20 })
  })

  test('belong to exactly one of eight shares', () => {
    const parts = Array.from({ length: 8 }, (_, part) => select({ part }))
    expect(parts.flatMap((found) => found.cases).toSorted()).toEqual(cases.toSorted())
    expect(parts.flatMap((found) => found.routes).toSorted()).toEqual(
      routes.map(({ path }) => path).toSorted(),
    )
    expect(parts.map(({ rounds }) => rounds)).toEqual(Array.from({ length: 8 }, () => 3))
  })

  test('of a changed module are all tested', () => {
    expect(select({ modules: ['ingest/scanning/walk'] })).toMatchObject({ cases, rounds: 20 })
    expect(select({ modules: ['ingest/scanningx'] }).rounds).toBe(3)
  })

  test('include changed routes, and all routes of changed modules', () => {
    for (let part = 0; part < 8; part++) {
      const found = select({
        part,
        routes: ['POST /api/v1/series/:id'],
        paths: ['/api/v1/books/:id'],
      }).routes
      expect(found).toContain('/api/v1/series/{id}')
      expect(found).toContain('/komga/api/v1/books/:id')
    }
  })
})
