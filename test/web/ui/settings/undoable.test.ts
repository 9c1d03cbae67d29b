import { expect, test } from 'bun:test'
import { isUndoable } from '../../../../src/web/ui/screens/settings/libraries/scans/is-undoable'

const buildScan = (id: string, added = 0) => ({ id, added, changed: 0, moved: 0, missing: 0 })

test('only the newest scan with changes can be undone', () => {
  const scans = [
    buildScan('idle'),
    buildScan('idle too'),
    buildScan('busy', 3),
    buildScan('before', 1),
  ]
  expect(isUndoable(scans, 'busy')).toBe(true)
  expect(isUndoable(scans, 'before')).toBe(false)
})

test('the newest scan may be undone, an unlisted one may not', () => {
  expect(isUndoable([buildScan('only')], 'only')).toBe(true)
  expect(isUndoable([buildScan('only')], 'another')).toBe(false)
})
