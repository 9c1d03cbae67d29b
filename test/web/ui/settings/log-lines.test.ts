import { expect, test } from 'bun:test'
import { logText } from '../../../../src/web/ui/screens/settings/server/logs/log-text'
import { mergeLines } from '../../../../src/web/ui/screens/settings/server/logs/merge-lines'

const buildLine = (id: number, message: string) => ({
  id,
  level: 'info' as const,
  time: `2026-01-01T00:00:0${id}.000Z`,
  message,
  code: null,
  params: {},
  fields: {},
})

test('duplicate lines are shown once, newest first', () => {
  const lines = mergeLines([
    buildLine(1, 'a'),
    buildLine(2, 'b'),
    buildLine(2, 'b'),
    buildLine(3, 'c'),
  ])
  expect(lines.map(({ id }) => id)).toEqual([3, 2, 1])
})

test('a log file starts with the oldest line and contains the fields', () => {
  const lines = [
    { ...buildLine(2, 'two'), level: 'warn' as const, fields: { file: 'a.cbz' } },
    buildLine(1, 'one'),
  ]
  expect(logText(lines).split('\n')).toEqual([
    '2026-01-01T00:00:01.000Z INFO one',
    '2026-01-01T00:00:02.000Z WARN two {"file":"a.cbz"}',
    '',
  ])
  expect(logText([])).toBe('')
})
