import { expect, test } from 'bun:test'
import { leaveOutLongFiles } from '../../.ci/long-files'

const long = ['test/ingest/watching/watching.test.ts', 'test/cli/update/update.test.ts']
const others = ['test/catalog/fields.test.ts', 'test/catalog/new.test.ts']
const files = [
  ...long,
  ...others,
  'test/endurance/kills/kills.test.ts',
  'test/architecture.test.ts',
]
const timings = {
  ...Object.fromEntries(long.map((file) => [file, 20_000])),
  'test/catalog/fields.test.ts': 10,
  'test/endurance/kills/kills.test.ts': 50_000,
  'test/architecture.test.ts': 20_000,
}
const code = {
  files: [...files, 'src/ingest/watching/watcher.ts', 'src/cli/update/update.ts'],
  imports: [],
}
const parts = 8
const turns = Array.from({ length: parts }, (_, part) => ({ part, parts }))

test('each long file runs in one of the shares, and all others run in every one', () => {
  const runs = turns.map((turn) => leaveOutLongFiles(files, turn, { timings, changed: [], code }))
  for (const file of long) expect(runs.filter((run) => run.includes(file))).toHaveLength(1)
  for (const run of runs) {
    expect(run).toEqual(files.filter((file) => !long.includes(file) || run.includes(file)))
  }
})

test('a long file of a changed module, or changed itself, runs in every share', () => {
  for (const changed of [['src/ingest/watching/watcher.ts'], [long[0]!]]) {
    for (const turn of turns) {
      expect(leaveOutLongFiles(files, turn, { timings, changed, code })).toContain(long[0]!)
    }
  }
})

test('without timings no file is long', () => {
  const known = { timings: {}, changed: [], code }
  expect(leaveOutLongFiles(files, { part: 0, parts }, known)).toEqual(files)
})

test('files that are gone do not count', () => {
  const known = { timings: { ...timings, 'test/gone.test.ts': 10_000_000 }, changed: [], code }
  const runs = turns.map((turn) => leaveOutLongFiles(files, turn, known))
  for (const file of long) expect(runs.filter((run) => run.includes(file))).toHaveLength(1)
})
