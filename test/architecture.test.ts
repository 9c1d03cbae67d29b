/**
 * Tests the structure of the code: layers, private files, owners of tables, sizes, names.
 * architecture/exceptions.ts lists the known violations and may only get shorter.
 * docs/architecture.md describes the same rules.
 */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
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
import { findExportedTwice, listExportedCallables } from './architecture/names'
import { findWrongNumbers } from './architecture/numbers-of-names'
import { findForeignWrites } from './architecture/tables'
import { findTimeSources } from './architecture/time-sources'
import { findBareFiles, findBareFunctions } from './architecture/twins'

const maxFilesInFolder = 13
const maxLines = 300
/** Shorter files with a single importer belong in that importer. */
const minLines = 20
/** So do these, if that importer is beside them. */
const minLinesBeside = 30
/** Files that are loaded before everything else, or that the build replaces as a whole. */
const standAlone = new Set([
  'src/boot.ts',
  'src/web/embedded.ts',
  'src/platform/db/migrations/embedded.ts',
  // The interface imports these, too.
  'src/web/shared/is-readable.ts',
  'src/web/shared/push-message.ts',
])
/** Names for a kind of file, which every module may use. */
const kinds = /(^|-)(schema|model|queries|service|routes|responses|jobs|messages|options|README)$/

/** Loading the whole program takes seconds on a busy machine. */
setDefaultTimeout(180_000)

let imports: Import[]
let texts: Map<string, string>

beforeAll(async () => {
  imports = await readImports(serverFiles)
  const read = async (file: string) => [file, await Bun.file(join(root, file)).text()] as const
  texts = new Map(await Promise.all([...serverFiles, ...interfaceFiles].map(read)))
})

const isFileOfItsOwn = (file: string) =>
  standAlone.has(file) || kinds.test(baseName(file)) || /\.(worker|d)\.ts$/.test(file)

const modulesDiffer = ({ from, to }: Import) => findPlace(from)?.rank !== findPlace(to)?.rank
const edge = ({ from, to }: Import) => `${from} -> ${to}`
const linesOf = (file: string) => texts.get(file)!.trimEnd().split('\n').length
const ours = () => imports.filter(({ to }) => to.startsWith('src/'))

describe('layers', () => {
  test('the whole server is loaded', () => {
    expect(serverFiles.length).toBeGreaterThan(400)
    expect(imports.length).toBeGreaterThan(1_500)
  })

  test('every file belongs to a module', () => {
    expect(serverFiles.filter((file) => !findPlace(file))).toEqual([])
  })

  test('imports point to upper layers, or to the left within a layer', () => {
    const wrong = ours().filter(({ from, to }) => !mayImport(from, to))
    expect(wrong.map(edge)).toEqual([])
  })

  test('the context uses only types of the platform', () => {
    const wrong = ours().filter(({ from, isTypeOnly }) => from === 'src/context.ts' && !isTypeOnly)
    expect(wrong.map(edge)).toEqual([])
  })

  test('media depends on files and images, not on databases, settings, jobs or requests', () => {
    const forbidden = /^src\/(context|platform\/(db|config|jobs|events|http|query)\/)/
    const wrong = ours().filter(
      ({ from, to, isTypeOnly }) =>
        from.startsWith('src/media/') && forbidden.test(to) && !isTypeOnly,
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('providers and matching depend on no database, settings, jobs or requests', () => {
    const pure = serverFiles.filter((file) => /^src\/ingest\/(providers|matching)\//.test(file))
    expect(pure.length).toBeGreaterThan(10)
    const forbidden =
      /^src\/(context|platform\/(db|config|secrets|jobs|events|http|query)\/)|\/schema\.ts$/
    const wrong = ours().filter(({ from, to }) => pure.includes(from) && forbidden.test(to))
    expect(wrong.map(edge)).toEqual([])
    const libraries =
      /from '(drizzle-orm|bun:sqlite|postgres|elysia)|\bfetch\(|process\.env|Bun\.env/
    expect(pure.filter((file) => libraries.test(texts.get(file)!))).toEqual([])
  })

  test('no files have circular imports, not even of types', () => {
    expect(findCycles(imports)).toEqual(exceptions.cycles)
  })
})

describe('operating systems', () => {
  test('E15: child processes get the environment', () => {
    // Without `env`, Bun passes on the environment with which it was started.
    const calls = serverFiles.flatMap((file) =>
      [...texts.get(file)!.matchAll(/Bun\.spawn(?:Sync)?\(/g)].map(({ index }) => ({
        file,
        call: texts.get(file)!.slice(index, index + 300),
      })),
    )
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter(({ call }) => !/\benv[,:]/.test(call)).map(({ file }) => file)).toEqual([])
  })

  test('E15: absolute folders are recognized by the rules of the system', () => {
    const wrong = serverFiles.filter(
      (file) =>
        file.startsWith('src/catalog/libraries/') &&
        /\.startsWith\((sep|'\/')\)/.test(texts.get(file)!),
    )
    expect(wrong).toEqual([])
  })
})

describe('kinds of files', () => {
  test('queries are private to their module', () => {
    const wrong = ours().filter(
      (one) => /(^|-)queries$/.test(baseName(one.to)) && modulesDiffer(one),
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('statements are in query files, or beside a rule of their module', () => {
    const statement = /\b(db|tx|heavy|replica)\s*\.\s*(select\w*|insert|update|delete|execute)\(/
    const withStatements = serverFiles.filter((file) => statement.test(texts.get(file)!))
    expect(withStatements.length).toBeGreaterThan(100)
    const mayContain = (file: string) =>
      /(^|-)queries$/.test(baseName(file)) ||
      !(
        /(^|-)(routes|responses|model|guard|jobs|messages)$/.test(baseName(file)) ||
        /^src\/([^/]+\.ts$|protocols\/|web\/|cli\/)/.test(file)
      )
    expect(withStatements.filter((file) => !mayContain(file))).toEqual([])
  })

  test('only lists of the catalog and of reading are read from the replica', () => {
    const readers = serverFiles.filter((file) => /\.replica\b/.test(texts.get(file)!))
    const layers = new Set(readers.map((file) => findPlace(file)!.layer))
    expect([...layers].toSorted()).toEqual(['catalog', 'platform', 'reading'])
  })

  test('routes and jobs are imported only by the assembly and the commands', () => {
    const wrong = ours().filter(
      (one) =>
        /(^|-)(routes|jobs)$/.test(baseName(one.to)) &&
        modulesDiffer(one) &&
        !['assembly', 'cli'].includes(findPlace(one.from)!.layer),
    )
    expect(wrong.map(edge)).toEqual([])
  })

  test('only routes, models and guards use the HTTP framework', () => {
    const isAllowed = (file: string) =>
      /(^|-)(routes|model|guard)$/.test(baseName(file)) ||
      /^src\/(ap[ip]\.ts|web\/|platform\/(http|query)\/)/.test(file)
    const wrong = serverFiles.filter(
      (file) => /from 'elysia'/.test(texts.get(file)!) && !isAllowed(file),
    )
    expect(wrong).toEqual([])
  })

  test('responses are made by routes and `responses.ts`: services return content', () => {
    const layers = /^src\/(accounts|admin|artwork|catalog|ingest|protocols|reading|web)\//
    const isEdge = (file: string) =>
      /(^|-)(routes|responses)$/.test(baseName(file)) || file === 'src/web/assets.ts'
    /** These pass on the responses of other servers. */
    const isClient = /-(client|requests)\.ts$|^src\/ingest\/sandbox\//
    const makesResponse =
      /\bnew Response\b|\): (\w+<)?Response\b|\bResponse\.|\b(send(Content|Text|Json|Resource)|respondWithEtag|createTextResponse)\(/
    const wrong = serverFiles.filter(
      (file) =>
        layers.test(file) &&
        !isEdge(file) &&
        !isClient.test(file) &&
        makesResponse.test(texts.get(file)!),
    )
    expect(wrong).toEqual([])
  })

  test('routes set the status of a response with the functions of `statuses.ts`', () => {
    const setsStatus = /\bset\.status = |Object\.assign\(set, \{ status/
    const wrong = serverFiles.filter(
      (file) => /(^|-)routes$/.test(baseName(file)) && setsStatus.test(texts.get(file)!),
    )
    expect(wrong).toEqual([])
  })

  test('a table is written only by its module', () => {
    expect(findForeignWrites()).toEqual(exceptions.foreignWrites)
  })
})

describe('time', () => {
  test('is taken from the clock of the context, so that tests can move it', () => {
    expect(findTimeSources(texts)).toEqual(exceptions.timeSources)
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
    // Types that are generated have any length.
    const files = [...serverFiles, ...interfaceFiles].filter((file) => !file.endsWith('.d.ts'))
    expect(files.filter((file) => linesOf(file) > maxLines)).toEqual([])
  })

  test('a folder has about a dozen files', () => {
    // Every module has its messages.ts, so that file does not count.
    const counted = [...serverFiles, ...interfaceFiles].filter(
      (file) => baseName(file) !== 'messages',
    )
    const folders = Map.groupBy(counted, dirname)
    const crowded = [...folders].filter(([, files]) => files.length > maxFilesInFolder)
    expect(crowded.map(([folder]) => folder).toSorted()).toEqual(exceptions.crowdedFolders)
  })

  test('a short file with a single importer is part of that importer', async () => {
    const importers = Map.groupBy(
      await readImports([...serverFiles, ...interfaceFiles]),
      ({ to }) => to,
    )
    const short = serverFiles.filter(
      (file) =>
        linesOf(file) <= minLines && !isFileOfItsOwn(file) && importers.get(file)?.length === 1,
    )
    expect(short).toEqual(exceptions.shortFiles)
  })

  test('a short file is part of the only file that imports it, if both are in one folder', async () => {
    const testFiles = [...new Glob('test/**/*.{ts,tsx}').scanSync({ cwd: root })]
    const importsOfAll = await readImports([...serverFiles, ...interfaceFiles, ...testFiles])
    const importers = Map.groupBy(importsOfAll, ({ to }) => to)
    const short = [...serverFiles, ...interfaceFiles].filter((file) => {
      const found = importers.get(file) ?? []
      const [only, ...others] = new Set(found.map(({ from }) => from))
      if (only === undefined || others.length > 0 || dirname(only) !== dirname(file)) return false
      // Routes contain endpoints only, and parts that are loaded on demand are files.
      const isApart =
        isFileOfItsOwn(file) ||
        /(^|-)routes$/.test(baseName(only)) ||
        !found.every(({ isStatic }) => isStatic)
      if (isApart) return false
      return linesOf(file) <= minLinesBeside && linesOf(only) + linesOf(file) <= maxLines
    })
    expect(short).toEqual([])
  })

  test('a base name has one meaning per layer', () => {
    const named = serverFiles.filter((file) => !kinds.test(baseName(file)))
    const groups = Map.groupBy(named, (file) => `${findPlace(file)!.layer}: ${baseName(file)}`)
    const twice = [...groups].filter(([, files]) => files.length > 1)
    expect(twice.map(([name]) => name).toSorted()).toEqual(exceptions.repeatedBaseNames)
  })

  test('a function or class has a unique name', () => {
    expect(findExportedTwice(texts, serverFiles)).toEqual(exceptions.exportedTwice)
  })
})

describe('of twins for series and books, both are named', () => {
  test('the check knows one that is bare', () => {
    const twins = ['a/book-cover.ts', 'a/series-cover.ts', 'a/cover.ts', 'b/covers.ts']
    expect(findBareFiles(twins)).toEqual([])
    expect(findBareFiles([...twins, 'b/book-covers.ts', 'c/book-covers.ts'])).toEqual([
      'b/book-covers',
    ])
    expect(findBareFiles(['src/series-routes.ts', 'src/routes.ts'])).toEqual(['src/series-routes'])
    const functions = new Map([
      ['a/one.ts', ['getBookCover', 'seriesRoutes', 'isSeriesOpen', 'isOpen']],
      ['a/two.ts', ['getCover', 'bookRoutes', 'isBookOpen', 'routes']],
      ['b/three.ts', ['getSeriesCover']],
    ])
    expect(findBareFunctions(functions)).toEqual(['a: getBookCover'])
  })

  test('files of a folder', () => {
    expect(findBareFiles([...serverFiles, ...interfaceFiles])).toEqual([])
  })

  test('functions of a folder', () => {
    const names = [...texts].map(
      ([file, text]) => [file, listExportedCallables(file, text)] as const,
    )
    expect(names.length).toBeGreaterThan(1_000)
    expect(findBareFunctions(new Map(names))).toEqual([])
  })
})

describe('names agree in number with the types and functions that they come from', () => {
  const examples: [string, string[]][] = [
    ['rootScans: RootScan | undefined', ['rootScans: RootScan']],
    ['rootScan: RootScan[]', ['rootScan: RootScan[]']],
    ['entry: ReadonlyMap<string, Entry>', ['entry: ReadonlyMap<string, Entry>']],
    ['const book = await listBooks(ctx)', ['book = await listBooks(']],
    ['const entries = findEntry(id)', ['entries = findEntry(']],
    ['const [book] = await listBooks(ctx)', []],
    ['const book = listBooks(ctx)[0]', []],
    ['rootScans: RootScan[], scan: RootScan, news: News[], planned: Planned[]', []],
  ]
  test.each(examples)('in "%s"', (text, wrong) => {
    expect(findWrongNumbers(text)).toEqual(wrong)
  })

  test('in all files', () => {
    const wrong = [...texts].flatMap(([file, text]) =>
      findWrongNumbers(text).map((found) => `${file}: ${found}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the interface', () => {
  test('depends on the server only through its API, and on code that both share', async () => {
    const leaving = (await readImports(interfaceFiles)).filter(
      ({ to }) => !to.startsWith('src/web/ui/') && !to.startsWith('src/web/shared/'),
    )
    expect(interfaceFiles.length).toBeGreaterThan(30)
    expect(leaving.map(edge)).toEqual([])
    expect(imports.filter(({ to }) => to.startsWith('src/web/ui/')).map(edge)).toEqual([])
  })

  test('exports each function, class and component under a unique name', async () => {
    const sources = await Promise.all(
      interfaceFiles.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const),
    )
    expect(findExportedTwice(new Map(sources), interfaceFiles)).toEqual([])
  })

  test('has no files with circular imports, not even of types', async () => {
    expect(findCycles(await readImports(interfaceFiles))).toEqual([])
  })

  test('passes each property of a component by its name', async () => {
    const spreadingLiterals = await Promise.all(
      interfaceFiles.map(async (file) => {
        const text = await Bun.file(join(root, file)).text()
        return /\{\.\.\.\{/.test(text) ? [file] : []
      }),
    )
    expect(spreadingLiterals.flat()).toEqual([])
  })
})
