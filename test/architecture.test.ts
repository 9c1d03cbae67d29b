/**
 * The structure of the code, as a test: layers, private files, owners of tables, sizes, names. What breaks
 * a rule today stands in architecture/exceptions.ts; that list may only get shorter. docs/architecture.md
 * tells the same in words.
 */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { findConstants, findRepeatedKinds, parseAll } from './architecture/constants'
import { exceptions } from './architecture/exceptions'
import { baseName, mayImport, findPlace } from './architecture/layers'
import {
  findCycles,
  type Import,
  interfaceFiles,
  readImports,
  root,
  serverFiles,
} from './architecture/program'
import { findExportedTwice } from './architecture/names'
import { findForeignWrites } from './architecture/tables'

const maxFilesInFolder = 13
const maxLines = 300
/** Of a file that only one other imports: shorter ones belong into that file. */
const minLines = 20
/** Loaded before everything else; replaced as a whole by the build. */
const standAlone = new Set(['src/boot.ts', 'src/web/embedded.ts'])
/** Names that say what kind of file it is: every module may have one. */
const kinds = /(^|-)(schema|model|queries|service|routes|jobs|messages|README)$/

/** Reading the whole program takes seconds on a busy machine. */
setDefaultTimeout(60_000)

let imports: Import[]
let texts: Map<string, string>

beforeAll(async () => {
  imports = await readImports(serverFiles)
  const read = async (file: string) => [file, await Bun.file(join(root, file)).text()] as const
  texts = new Map(await Promise.all([...serverFiles, ...interfaceFiles].map(read)))
})

const modulesDiffer = ({ from, to }: Import) => findPlace(from)?.rank !== findPlace(to)?.rank
const edge = ({ from, to }: Import) => `${from} -> ${to}`
const linesOf = (file: string) => texts.get(file)!.trimEnd().split('\n').length
const ours = () => imports.filter(({ to }) => to.startsWith('src/'))

describe('layers', () => {
  test('the whole server is read', () => {
    expect(serverFiles.length).toBeGreaterThan(400)
    expect(imports.length).toBeGreaterThan(1_500)
  })

  test('every file belongs to a module', () => {
    expect(serverFiles.filter((file) => !findPlace(file))).toEqual([])
  })

  test('imports go up, or to the left within a layer', () => {
    const wrong = ours().filter(({ from, to }) => !mayImport(from, to))
    expect(wrong.map(edge)).toEqual([])
  })

  test('the context knows types of the platform only', () => {
    const wrong = ours().filter(({ from, isTypeOnly }) => from === 'src/context.ts' && !isTypeOnly)
    expect(wrong.map(edge)).toEqual([])
  })

  test('media knows files and pictures, not databases, settings, jobs or requests', () => {
    const forbidden = /^src\/(context|platform\/(db|config|jobs|events|http|query)\/)/
    const wrong = ours().filter(
      ({ from, to, isTypeOnly }) =>
        from.startsWith('src/media/') && forbidden.test(to) && !isTypeOnly,
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('no files import each other in a circle, not even types', () => {
    expect(findCycles(imports)).toEqual(exceptions.cycles)
  })
})

describe('kinds of files', () => {
  test('queries are private to their module', () => {
    const wrong = ours().filter(
      (one) => /(^|-)queries$/.test(baseName(one.to)) && modulesDiffer(one),
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('routes and jobs are imported by the assembly and the commands only', () => {
    const wrong = ours().filter(
      (one) =>
        /(^|-)(routes|jobs)$/.test(baseName(one.to)) &&
        modulesDiffer(one) &&
        !['assembly', 'cli'].includes(findPlace(one.from)!.layer),
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('only routes, models and guards know the HTTP framework', () => {
    const isAllowed = (file: string) =>
      /(^|-)(routes|model|guard)$/.test(baseName(file)) ||
      /^src\/(app\.ts|web\/|platform\/(http|query)\/)/.test(file)
    const wrong = serverFiles.filter(
      (file) => /from 'elysia'/.test(texts.get(file)!) && !isAllowed(file),
    )
    expect(wrong).toEqual([])
  })

  test('a table is written by the module that owns it', () => {
    expect(findForeignWrites()).toEqual(exceptions.foreignWrites)
  })
})

describe('kinds of jobs and events', () => {
  const sources = () => parseAll(texts, serverFiles)

  test('are constants in the model of a module, each defined once', () => {
    const constants = findConstants(sources())
    const names = constants.map(({ kind }) => kind)
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((kind, i) => kind === '' || names.indexOf(kind) !== i)).toEqual([])
    expect(constants.filter(({ file }) => baseName(file) !== 'model')).toEqual([])
  })

  test('are written as strings nowhere else', () => {
    const names = new Set(findConstants(sources()).map(({ kind }) => kind))
    expect(findRepeatedKinds(sources(), names)).toEqual([])
  })
})

describe('sizes and names', () => {
  test('files have at most 300 lines', () => {
    expect(serverFiles.filter((file) => linesOf(file) > maxLines)).toEqual([])
  })

  test('a folder holds about a dozen files', () => {
    // Every module has its messages.ts: it is no sign of a second topic.
    const counted = [...serverFiles, ...interfaceFiles].filter(
      (file) => baseName(file) !== 'messages',
    )
    const folders = Map.groupBy(counted, dirname)
    const crowded = [...folders].filter(([, files]) => files.length > maxFilesInFolder)
    expect(crowded.map(([folder]) => folder).toSorted()).toEqual(exceptions.crowdedFolders)
  })

  test('a short file that one other file imports is part of that file', () => {
    const importers = Map.groupBy(ours(), ({ to }) => to)
    const short = serverFiles.filter(
      (file) =>
        linesOf(file) <= minLines &&
        !standAlone.has(file) &&
        !kinds.test(baseName(file)) &&
        !/\.(worker|d)\.ts$/.test(file) &&
        importers.get(file)?.length === 1,
    )
    expect(short).toEqual(exceptions.shortFiles)
  })

  test('a base name means one thing in a layer', () => {
    const named = serverFiles.filter((file) => !kinds.test(baseName(file)))
    const groups = Map.groupBy(named, (file) => `${findPlace(file)!.layer}: ${baseName(file)}`)
    const twice = [...groups].filter(([, files]) => files.length > 1)
    expect(twice.map(([name]) => name).toSorted()).toEqual(exceptions.repeatedBaseNames)
  })

  test('a function or class has a name of its own', () => {
    expect(findExportedTwice(texts, serverFiles)).toEqual(exceptions.exportedTwice)
  })
})

describe('the interface', () => {
  test('meets the server in its API only, and in the requests that both repeat', async () => {
    const leaving = (await readImports(interfaceFiles)).filter(
      ({ to }) => !to.startsWith('src/web/ui/') && to !== 'src/web/shared/requests.ts',
    )
    expect(interfaceFiles.length).toBeGreaterThan(30)
    expect(leaving.map(edge)).toEqual([])
    expect(imports.filter(({ to }) => to.startsWith('src/web/ui/')).map(edge)).toEqual([])
  })

  test('has no files that import each other in a circle, not even types', async () => {
    expect(findCycles(await readImports(interfaceFiles))).toEqual([])
  })
})
