import { describe, expect, test } from 'bun:test'
import { formatDisposition } from '../../../src/platform/http/responses/content-disposition'
import {
  createVersionTag,
  matchesEtag,
  requireMatch,
  requireVersion,
} from '../../../src/platform/http/responses/etag'

test('file names of downloads are ASCII for old clients and UTF-8 for others', () => {
  expect(formatDisposition('inline', `Ä "b"/c'(d)*%.cbz`)).toBe(
    `inline; filename="_ _b__c'(d)*_.cbz"; filename*=UTF-8''%C3%84%20%22b%22_c%27%28d%29%2A%25.cbz`,
  )
})

describe('ETags', () => {
  const request = (headers: Record<string, string> = {}) =>
    new Request('http://localhost/', { headers })
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['*', true],
    [' * ', true],
    ['"b", W/"a"', true],
    ['"b"', false],
    ['a', false],
  ])('%s matches "a": %p', (given, matches) => {
    expect(matchesEtag(request({ 'if-none-match': given }), '"a"')).toBe(matches)
  })

  const isRefused = (check: () => void) => {
    try {
      check()
      return false
    } catch {
      return true
    }
  }
  test('edits are refused with another version only', () => {
    expect(matchesEtag(request(), '"a"')).toBe(false)
    const edit = (given?: string) =>
      isRefused(() => requireMatch(request(given ? { 'if-match': given } : {}), '"a"'))
    expect([edit(), edit('"a"'), edit('"b"')]).toEqual([false, false, true])
    const of = (version: number, view: number) => ({
      'if-match': createVersionTag({ version }, { view }),
    })
    const change = (headers: Record<string, string>) =>
      isRefused(() => requireVersion(request(headers), { version: 1 }))
    expect([change({}), change(of(1, 1)), change(of(1, 2)), change(of(2, 1))]).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
