import { expect, spyOn, test } from 'bun:test'
import {
  isPageBeforeProgress,
  noteRecentProgress,
} from '../../../../src/web/ui/state/progress/recent-progress'

const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'sessionStorage', {
  configurable: true,
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  },
})
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: {} })

test('a page is older than progress that was saved shortly before it was requested', () => {
  expect(isPageBeforeProgress()).toBe(false)
  const clock = spyOn(Date, 'now')
  for (const [secondsBefore, isBefore] of [
    [60, false],
    [2, true],
    [-1, true],
  ] as const) {
    clock.mockReturnValue(performance.timeOrigin - secondsBefore * 1000)
    noteRecentProgress()
    expect([secondsBefore, isPageBeforeProgress()]).toEqual([secondsBefore, isBefore])
  }
  clock.mockRestore()
})
