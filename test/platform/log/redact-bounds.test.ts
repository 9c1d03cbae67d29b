import { describe, expect, test } from 'bun:test'
import { redactSecrets } from '../../../src/platform/log/redact-secrets'

describe('records of the log', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? { end: true } : { a: nested(levels - 1) }

  test('are cut below eight levels', () => {
    expect(JSON.stringify(redactSecrets(nested(8)))).not.toContain('<cut>')
    expect(JSON.stringify(redactSecrets(nested(9)))).toContain('<cut>')
  })

  test('have at most a thousand parts', () => {
    expect(redactSecrets(Array(1000).fill(1))).toEqual(Array(1000).fill(1))
    expect(redactSecrets(Array(1001).fill(1))).toEqual([...Array<number>(1000).fill(1), '<cut>'])
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]))
    expect(redactSecrets(members(1000))).toEqual(members(1000))
    expect(redactSecrets(members(1001))).toEqual({ ...members(1000), '<cut>': true })
  })

  test.each([
    [{ tokens: 3 }, { tokens: 3 }],
    [{ tokenCount: 3 }, { tokenCount: 3 }],
    [{ token: 3 }, { token: '<redacted>' }],
    [{ hasPassword: true }, { hasPassword: true }],
    [{ password: null }, { password: null }],
    [{ session: 'abc' }, { session: '<redacted>' }],
    [{ sessions: 'abc' }, { sessions: 'abc' }],
    [{ big: 3n }, { big: '3' }],
  ])('%p', (record, written) => expect(redactSecrets(record)).toEqual(written))
})
