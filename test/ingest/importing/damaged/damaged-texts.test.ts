/** Whole, damaged and hostile files of all programs without a database. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { startTestServer } from '../../../support/server'
import { dumpTables } from '../dump-tables'
import { runImportOf } from '../import-command'
import { seedShelf } from '../shelf'
import { listProblems, readAll } from './find-problems'
import { dangerousValues, hostileValues } from './hostile-values'
import { type TestedText, testedTexts } from './tested-texts'

const folder = mkdtempSync(join(tmpdir(), 'damaged-texts-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
interface Given {
  change?: (text: string) => string
  /** Changes the file. */
  prepare?: (path: string) => void
  maxBytes?: number
}

function open({ write, file }: TestedText, { change, prepare, maxBytes = 2 ** 30 }: Given = {}) {
  const path = join(folder, `${++count}`, file)
  write(path, change)
  prepare?.(path)
  return openForeignSource({ path, folder: join(folder, `copy ${count}`), maxBytes })
}

interface Refused extends Given {
  name: string
  text: string
}

const listRefused = ({ harms }: TestedText): Refused[] => [
  {
    name: 'another kind of file',
    prepare: (path) => writeFileSync(path, 'not a file of it '.repeat(99)),
    text: 'is damaged',
  },
  { name: 'an empty file', prepare: (path) => truncateSync(path, 0), text: 'is damaged' },
  {
    name: 'half a file',
    prepare: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    text: 'is damaged',
  },
  {
    name: 'bytes of another file',
    prepare: (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, place) => (place < 100 ? byte : byte ^ 0x5a)),
      ),
    text: 'is damaged',
  },
  { name: 'a file that is too large', maxBytes: 100, text: 'larger than' },
  ...harms,
]

describe.each(testedTexts.map((text) => [text.kind, text] as const))('%s', (_, source) => {
  test('a whole file is read', () => {
    const opened = open(source)
    expect([...opened.books()]).toHaveLength(source.books)
    expect(listProblems(readAll(opened))).toEqual([])
  })

  test.each(listRefused(source))('$name is refused', ({ text, ...given }) => {
    expect(() => open(source, given)).toThrow(text)
  })

  test('values that no program writes are left out or can be stored', () => {
    const read = readAll(open(source, { change: source.addValues(hostileValues) }))
    expect(read.books.length).toBeGreaterThan(source.books + 20)
    expect(listProblems(read)).toEqual([])
  })

  test('hostile values harm neither an import nor its repetition', async () => {
    const path = join(folder, `${++count}`, source.file)
    source.write(path, source.addValues(dangerousValues))
    const server = await startTestServer()
    try {
      await seedShelf(server)
      const users = new Map([[source.kind, 'ann']])
      const first = await runImportOf(server, path, { users })
      expect(first.report.people).toMatchObject([{ account: 'ann' }])
      const before = await dumpTables(server)
      await runImportOf(server, path, { users })
      expect(await dumpTables(server)).toEqual(before)
    } finally {
      await server.close()
    }
  })
})
