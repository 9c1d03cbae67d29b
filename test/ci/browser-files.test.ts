import { expect, test } from 'bun:test'
import { browserFiles, findBrowserFiles, listedBrowserFiles } from '../../.ci/browser-files'

test('every browser test is listed once', () => {
  expect(listedBrowserFiles.toSorted()).toEqual(findBrowserFiles())
})

test('the gate runs a part of the browser tests, in the same order', () => {
  const all = browserFiles('all')
  const gate = browserFiles('gate')
  expect(all).toHaveLength(findBrowserFiles().length)
  expect(gate).toEqual(all.filter((path) => gate.includes(path)))
  expect(gate).toContain('test/e2e/reading.e2e.ts')
  expect(gate).not.toContain('test/e2e/settings.e2e.ts')
})

test('the slowest browser tests start first', () => {
  expect(browserFiles('all').slice(0, 2)).toEqual([
    'test/e2e/screens.e2e.ts',
    'test/e2e/offline-care.e2e.ts',
  ])
  expect(browserFiles('gate')[0]).toBe('test/e2e/reading.e2e.ts')
})
