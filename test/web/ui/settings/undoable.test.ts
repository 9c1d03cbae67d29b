import { expect, test } from 'bun:test'
import { isUndoable } from '../../../../src/web/ui/screens/settings/libraries/scans/is-undoable'

const scan = (id: string, added = 0) => ({ id, added, changed: 0, moved: 0, missing: 0 })

test('the newest scan that did something can be undone, and none before it', () => {
  const scans = [scan('idle'), scan('idle too'), scan('busy', 3), scan('before', 1)]
  expect(isUndoable(scans, 'busy')).toBe(true)
  expect(isUndoable(scans, 'before')).toBe(false)
})

test('the newest may be asked, whatever it did; one that is not listed may not', () => {
  expect(isUndoable([scan('only')], 'only')).toBe(true)
  expect(isUndoable([scan('only')], 'another')).toBe(false)
})
