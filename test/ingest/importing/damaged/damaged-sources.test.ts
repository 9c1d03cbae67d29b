/** Whole, newer, damaged, half-written and hostile databases of all programs. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type SourceKind,
  serverKinds,
  sourceNames,
} from '../../../../src/ingest/importing/neutral-form'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { startTestServer } from '../../../support/server'
import { dumpTables } from '../dump-tables'
import { runImportOf } from '../import-command'
import { seedShelf } from '../shelf'
import { listProblems, readAll } from './find-problems'
import { addDangerousRows, addHostileRows } from './hostile-values'
import { type Change, type TestedSource, testedSources } from './tested-sources'
import { testedTexts } from './tested-texts'

const folder = mkdtempSync(join(tmpdir(), 'damaged-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
interface Given {
  change?: Change
  /** Changes the file. */
  prepare?: (path: string) => void
  maxBytes?: number
}

function open({ write, file }: TestedSource, { change, prepare, maxBytes = 2 ** 30 }: Given = {}) {
  const path = join(folder, `${++count}`, file)
  write(path, change)
  prepare?.(path)
  return openForeignSource({ path, folder: join(folder, `copy ${count}`), maxBytes })
}

interface Refused extends Given {
  name: string
  text: string
}

const listRefused = ({ kind, file, tellingTable, needed, laterTable }: TestedSource): Refused[] => [
  {
    name: 'another kind of file',
    prepare: (path) => writeFileSync(path, 'not a database '.repeat(99)),
    text: 'damaged',
  },
  { name: 'an empty file', prepare: (path) => truncateSync(path, 0), text: `${file}-wal` },
  {
    name: 'half a file',
    prepare: (path) => truncateSync(path, statSync(path).size / 2),
    text: 'damaged',
  },
  {
    name: 'pages of another file',
    prepare: (path) => writeFileSync(path, garble(path)),
    text: 'damaged',
  },
  { name: 'a file that is too large', maxBytes: 1000, text: 'larger than' },
  {
    name: 'a database of another program',
    change: (db) => db.run(`drop table "${tellingTable}"`),
    text: 'not a database that Quire can read',
  },
  {
    name: 'a version without a needed column',
    change: (db) => db.run(`alter table "${needed.table}" drop column "${needed.column}"`),
    text: `This version of ${sourceNames[kind]}`,
  },
  {
    name: 'a view in place of the table that tells the program',
    change: replaceByView(tellingTable),
    text: 'not a database that Quire can read',
  },
  {
    name: 'a view in place of a later table',
    change: replaceByView(laterTable),
    text: `the table "${laterTable}" is missing`,
  },
]

const replaceByView = (table: string) => (db: Parameters<Change>[0]) => {
  db.run(`alter table "${table}" rename to other`)
  db.run(`create view "${table}" as select * from other`)
}

/** The file keeps its header and its length. */
function garble(path: string) {
  const bytes = readFileSync(path)
  return bytes.map((byte, place) => (place < 100 ? byte : byte ^ 0x5a))
}

test('every program is tested', () => {
  const tested: string[] = [...testedSources, ...testedTexts].map(({ kind }) => kind)
  expect(tested).toEqual([...serverKinds])
})

describe.each(testedSources.map((source) => [source.kind, source] as const))('%s', (_, source) => {
  test.each(listRefused(source))('$name is refused', ({ text, ...given }) => {
    expect(() => open(source, given)).toThrow(text)
  })

  test('a newer database with more columns and tables is read', () => {
    const { table, count: books } = source.books
    const opened = open(source, {
      change: (db) => {
        db.run(`alter table "${table}" add column new_thing`)
        db.run('create table something (x)')
        db.run('create virtual table texts using fts5(x)')
        db.run(`create trigger t after update on "${table}" begin delete from something; end`)
      },
    })
    expect(opened).toMatchObject({ kind: source.kind })
    expect([...opened.books()]).toHaveLength(books)
    opened.close()
  })

  test('generated columns are not computed', () => {
    const { table, optional, count: books } = source.books
    const endless = 'hex(zeroblob(400000000))'
    const opened = open(source, {
      change: (db) => {
        db.run(`alter table "${table}" drop column "${optional}"`)
        db.run(`alter table "${table}" add column "${optional}" generated always as (${endless})`)
      },
    })
    expect([...opened.books()]).toHaveLength(books)
    opened.close()
  })

  test('values that no program writes are left out or can be stored', () => {
    const opened = open(source, { change: addHostileRows })
    const read = readAll(opened)
    expect(read.people.length + read.books.length).toBeGreaterThan(source.books.count + 2)
    expect(listProblems(read)).toEqual([])
    opened.close()
  })

  test('hostile values harm neither an import nor its repetition', async () => {
    const path = join(folder, `${++count}`, source.file)
    source.write(path, addDangerousRows)
    const server = await startTestServer()
    try {
      await seedShelf(server)
      const first = await runImportOf(server, path)
      expect(first.report.books.found.path).toBeGreaterThan(1)
      const again = await runImportOf(server, path)
      expect(again.report.people.filter(({ isNew }) => isNew)).toEqual([])
    } finally {
      await server.close()
    }
  })
})

const peopleTables: Partial<Record<SourceKind, string>> = {
  komga: 'USER',
  kavita: 'AspNetUsers',
  codex: 'users',
  stump: 'users',
  'calibre-web': 'user',
  audiobookshelf: 'users',
}

describe.each(testedSources.filter(({ kind }) => kind in peopleTables))('$kind', (source) => {
  test('accounts with the same ID are one, also in a repeat', async () => {
    const path = join(folder, `${++count}`, source.file)
    const table = peopleTables[source.kind]!
    source.write(path, (db) => db.run(`insert into "${table}" select * from "${table}"`))
    const server = await startTestServer()
    try {
      await seedShelf(server)
      const first = await runImportOf(server, path)
      const ids = first.report.people.map(({ foreignId }) => foreignId)
      expect(ids.length).toBeGreaterThan(0)
      expect(new Set(ids).size).toBe(ids.length)
      const before = await dumpTables(server)
      await runImportOf(server, path)
      expect(await dumpTables(server)).toEqual(before)
    } finally {
      await server.close()
    }
  })
})
