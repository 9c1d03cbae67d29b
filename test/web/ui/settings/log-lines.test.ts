import { expect, test } from 'bun:test'
import { logText } from '../../../../src/web/ui/screens/settings/server/logs/log-text'
import { mergeLines } from '../../../../src/web/ui/screens/settings/server/logs/merge-lines'

const line = (id: number, message: string) => ({
  id,
  level: 'info' as const,
  time: `2026-01-01T00:00:0${id}.000Z`,
  message,
  code: null,
  params: {},
  fields: {},
})

test('lines that came twice stand once, the newest first', () => {
  const lines = mergeLines([line(1, 'a'), line(2, 'b'), line(2, 'b'), line(3, 'c')])
  expect(lines.map(({ id }) => id)).toEqual([3, 2, 1])
})

test('a file of lines begins with the oldest, and holds what stands with them', () => {
  const lines = [
    { ...line(2, 'two'), level: 'warn' as const, fields: { file: 'a.cbz' } },
    line(1, 'one'),
  ]
  expect(logText(lines).split('\n')).toEqual([
    '2026-01-01T00:00:01.000Z INFO one',
    '2026-01-01T00:00:02.000Z WARN two {"file":"a.cbz"}',
    '',
  ])
  expect(logText([])).toBe('')
})
