/** What cannot be imported changes nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUploadedCoversFolder } from '../../../support/stored-files'
import { books } from '../../../../src/catalog/books/schema'
import { libraryRoots } from '../../../../src/catalog/libraries/schema'
import { seriesMetadata } from '../../../../src/catalog/series/schema'
import { users } from '../../../../src/accounts/users/schema'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { makeZip, type ZipPart } from '../../../support/make/zip'
import {
  closePlaces,
  exportFrom,
  fillEverything,
  importInto,
  openEmpty,
  type Place,
  readArchive,
  readLines,
} from './support'

let source: Place
beforeEach(async () => {
  source = await openEmpty()
  await fillEverything(source)
})
afterEach(closePlaces)

const editLine = (
  folder: string,
  name: string,
  change: (line: Record<string, unknown>) => object,
) => {
  const lines = readLines(folder, name)
  lines[0] = { ...lines[0], ...change(lines[0]!) }
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const editHeader = (folder: string, change: object) => {
  const path = join(folder, 'export.json')
  const header = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...header, ...change }))
}

async function expectEmpty({ ctx }: Place) {
  for (const { table, where } of exportKinds) expect(await ctx.db.$count(table, where?.())).toBe(0)
  const covers = getUploadedCoversFolder(ctx.config)
  expect(existsSync(covers) ? readdirSync(covers) : []).toEqual([])
  const cache = join(ctx.config.data_dir, 'cache')
  expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([])
}

const missingId = '01999999-0000-7000-8000-000000000001'

describe('an archive that was changed is refused', () => {
  const cases: { name: string; change: (folder: string) => void; text: string }[] = [
    {
      name: 'of a newer format',
      change: (folder) => editHeader(folder, { quireExport: 2 }),
      text: 'Install a newer version',
    },
    {
      name: 'with a line that ends too early',
      change: (folder) => {
        const path = join(folder, 'grouping_copies.jsonl')
        writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40))
      },
      text: 'Line 2 of grouping_copies.jsonl',
    },
    {
      name: 'without a file',
      change: (folder) => rmSync(join(folder, 'events.jsonl')),
      text: 'events.jsonl has 0 of the 2 lines',
    },
    {
      name: 'without a cover',
      change: (folder) => {
        const covers = join(folder, 'covers')
        rmSync(join(covers, readdirSync(covers)[0]!))
      },
      text: 'has 1 of the 2 files',
    },
    {
      name: 'with a foreign file among the covers',
      change: (folder) => writeFileSync(join(folder, 'covers', 'run.sh'), ''),
      text: 'covers/run.sh',
    },
    {
      name: 'with a book outside its library',
      change: (folder) =>
        editLine(folder, 'books.jsonl', () => ({ relativePath: 'a/../../../etc/passwd' })),
      text: '"relativePath" must be a path below its folder',
    },
    {
      name: 'with a library folder that is not absolute',
      change: (folder) => editLine(folder, 'library_roots.jsonl', () => ({ path: 'books' })),
      text: '"path" must be an absolute path',
    },
    {
      name: 'with a cover that names another file',
      change: (folder) => editLine(folder, 'covers.jsonl', () => ({ fileName: '../../quire.db' })),
      text: '"fileName" must be an ID',
    },
    {
      name: 'with a preserved cover that names another file',
      change: (folder) =>
        editLine(folder, 'preserved.jsonl', () => ({
          kind: 'cover',
          value: { fileName: '../quire.db' },
        })),
      text: '"fileName" must be an ID',
    },
    {
      name: 'with a plugin outside its folder',
      change: (folder) => editLine(folder, 'plugins.jsonl', () => ({ entry: '../../run.js' })),
      text: '"entry" must be a path in the archive',
    },
    {
      name: 'with an event of no book',
      change: (folder) => editLine(folder, 'events.jsonl', () => ({ book: missingId })),
      text: 'of events.jsonl cannot be imported',
    },
    {
      name: 'with pages of no book',
      change: (folder) => editLine(folder, 'contents.jsonl', () => ({ book: missingId })),
      text: 'a book is not listed',
    },
    {
      name: 'with a role that does not exist',
      change: (folder) => editLine(folder, 'users.jsonl', () => ({ role: 'owner' })),
      text: '"role" must be one of',
    },
    {
      name: 'with a null character',
      change: (folder) => editLine(folder, 'people.jsonl', () => ({ name: 'a\0b' })),
      text: 'null characters',
    },
    {
      name: 'with a number where a text belongs',
      change: (folder) => editLine(folder, 'series.jsonl', () => ({ title: 7 })),
      text: '"title" must be text',
    },
  ]
  test.each(cases)('$name', async ({ change, text }) => {
    const folder = await exportFrom(source)
    change(folder)
    const target = await openEmpty()
    const refused = importInto(target, folder)
    expect(refused).rejects.toThrow(text)
    await refused.catch(() => undefined)
    await expectEmpty(target)
  })
})

describe('a ZIP file that no export is', () => {
  const header: ZipPart = { name: 'export.json', data: '{"quireExport":1,"content":"everything"}' }
  const cases: { name: string; make: () => Uint8Array; text: string }[] = [
    {
      name: 'leads out of its folder',
      make: () => makeZip([header, { name: '../evil.jsonl', data: '' }]),
      text: 'no export has the file "../evil.jsonl"',
    },
    {
      name: 'leads out of the covers',
      make: () => makeZip([header, { name: 'covers/../../evil.jpg', data: '' }]),
      text: 'no export has the file',
    },
    {
      name: 'has a link',
      make: () => makeZip([header, { name: 'users.jsonl', data: '/etc', unixMode: 0o120777 }]),
      text: 'no export has the file',
    },
    {
      name: 'has a file twice',
      make: () => makeZip([header, header]),
      text: 'twice',
    },
    {
      name: 'unpacks to more than it says',
      make: () =>
        makeZip([
          header,
          { name: 'users.jsonl', data: ' '.repeat(9e6), method: 8, claimedSize: 9 },
        ]),
      text: '"users.jsonl" in it is damaged',
    },
    {
      name: 'is encrypted',
      make: () => makeZip([{ ...header, flags: 1 }]),
      text: 'encrypted',
    },
    { name: 'is no ZIP file', make: () => Buffer.from('hello'), text: 'no ZIP file' },
    { name: 'is empty', make: () => makeZip([]), text: 'export.json is missing' },
  ]
  test.each(cases)('$name', async ({ make, text }) => {
    const path = join(mkdtempSync(join(tmpdir(), 'hostile-')), 'export.zip')
    writeFileSync(path, make())
    const target = await openEmpty()
    expect(importInto(target, path)).rejects.toThrow(text)
    await importInto(target, path).catch(() => undefined)
    await expectEmpty(target)
  })

  test('was cut off', async () => {
    const path = await exportFrom(source, { zip: true })
    const target = await openEmpty()
    const bytes = readFileSync(path)
    for (const length of [bytes.length - 1, bytes.length / 2, 40]) {
      writeFileSync(path, bytes.subarray(0, length))
      expect(importInto(target, path)).rejects.toThrow('Nothing was imported')
      await importInto(target, path).catch(() => undefined)
    }
    await expectEmpty(target)
  })

  test('has another byte', async () => {
    const path = await exportFrom(source, { zip: true })
    const target = await openEmpty()
    const bytes = readFileSync(path)
    bytes[bytes.indexOf('export.schema.json') + 2000]! ^= 1
    writeFileSync(path, bytes)
    expect(importInto(target, path)).rejects.toThrow('is damaged')
  })
})

describe('an import of everything', () => {
  test('is refused where there is something', async () => {
    const folder = await exportFrom(source)
    const before = readArchive(folder)
    expect(importInto(source, folder)).rejects.toThrow('not empty')
    await importInto(source, folder).catch(() => undefined)
    expect(readArchive(await exportFrom(source))).toEqual(before)
  })

  test('changes nothing without being applied', async () => {
    const target = await openEmpty()
    const folder = await exportFrom(source)
    const shown = await importInto(target, folder, { applies: false })
    expect(shown.records).toMatchObject({ books: 2 })
    await expectEmpty(target)
    const done = await importInto(target, folder)
    expect(done.records).toEqual(shown.records)
  })

  test('finds the books at another place', async () => {
    const target = await openEmpty()
    const here = mkdtempSync(join(tmpdir(), 'books-'))
    const maps = [
      { from: '/books', to: '/elsewhere' },
      { from: '/books/1', to: here },
      { from: '/boo', to: '/wrong' },
    ]
    const report = await importInto(target, await exportFrom(source), { maps })
    const { db } = target.ctx
    const roots = await db.select({ path: libraryRoots.path }).from(libraryRoots)
    expect(roots.map(({ path }) => path).toSorted()).toEqual([here, '/elsewhere/0'].toSorted())
    const folders = await db.select({ path: seriesMetadata.path }).from(seriesMetadata)
    expect(folders[0]!.path).toStartWith('/elsewhere/folder')
    expect(report.missingFolders).toEqual(['/elsewhere/0'])
  })

  test('removes what a killed import left behind', async () => {
    const target = await openEmpty()
    const cache = join(target.ctx.config.data_dir, 'cache')
    for (const name of ['import-old', 'import-new', 'pages']) {
      mkdirSync(join(cache, name), { recursive: true })
      const at = new Date(name === 'import-new' ? Date.now() : Date.now() - 2 * 86_400_000)
      utimesSync(join(cache, name), at, at)
    }
    await importInto(target, await exportFrom(source, { zip: true }))
    expect(readdirSync(cache).toSorted()).toEqual(['import-new', 'pages'])
  })

  test('gives passwords only with secrets', async () => {
    const folder = await exportFrom(source, { withSecrets: false })
    const { db } = source.ctx
    const [user] = await db.select().from(users)
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      if (!name.includes('.')) continue
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain(
        JSON.stringify(user!.passwordHash),
      )
    }
    expect(existsSync(join(folder, 'api_keys.jsonl'))).toBe(false)
    const target = await openEmpty()
    const report = await importInto(target, folder)
    expect(report.withoutPassword).toHaveLength(2)
    expect(readArchive(await exportFrom(target, { withSecrets: false }))).toEqual(
      readArchive(folder),
    )
  })

  test('takes exports of older versions, which have fewer members', async () => {
    const folder = await exportFrom(source)
    const [first, second] = readLines(folder, 'books.jsonl')
    const { numberKind: _, isSeriesChosen: _chosen, ...older } = first!
    const lines = [{ ...older, newer: 1 }, second]
    writeFileSync(
      join(folder, 'books.jsonl'),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    const target = await openEmpty()
    await importInto(target, folder)
    const { db } = target.ctx
    const [book] = await db.select().from(books).orderBy(books.n)
    expect(book).toMatchObject({ numberKind: null, isSeriesChosen: false })
  })
})
