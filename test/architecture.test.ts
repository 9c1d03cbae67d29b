/**
 * The house rules, as a test. A room stands on a floor; it may lean on its own floor's rooms to the
 * left of it, and on every floor below. Files are named by kind, and the kind says who may knock.
 * The same is told in words in docs/architecture.md.
 */
import { describe, expect, test } from 'bun:test'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'

const floors = [
  ['errors', 'version', 'files', 'lib'],
  ['workers', 'config', 'log', 'metrics', 'db', 'events', 'jobs', 'context', 'http'],
  ['formats', 'naming', 'images', 'decoding', 'demo'],
  [
    'users',
    'libraries',
    'sidecars',
    'corrections',
    'series',
    'books',
    'pages',
    'labels',
    'reading',
    'preferences',
    'bookmarks',
    'lists',
    'duplicates',
    'thumbnails',
    'covers',
    'search',
    'plugins',
    'metadata',
    'releases',
    'scanning',
    'grouping',
    'watching',
    'trash',
    'exports',
    'tasks',
    'live',
    'monitoring',
  ],
  ['opds', 'komga', 'koreader', 'web'],
  ['app', 'backup', 'cli', 'boot', 'main'],
]
const rooms = 3
const doors = 4
const house = 5
const order = floors.flat()

const room = (file: string) =>
  file
    .replace(/^src\//, '')
    .split('/')[0]!
    .replace(/(\.d)?\.ts$/, '')
const floorOf = (file: string) => floors.findIndex((names) => names.includes(room(file)))
const kind = (file: string) => file.split('/').at(-1)!.replace(/\.ts$/, '')

interface Import {
  from: string
  to: string
}

const files = [...new Glob('src/**/*.ts').scanSync('.')].toSorted()
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const)),
)
const imports: Import[] = [...sources].flatMap(([from, source]) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => ({
    from,
    to: `${normalize(join(dirname(from), match[1]!))}.ts`,
  })),
)

const broken = (rule: (edge: Import) => boolean) =>
  imports
    .filter((edge) => edge.to.startsWith('src/') && room(edge.from) !== room(edge.to))
    .filter((edge) => !rule(edge))
    .map(({ from, to }) => `${from} -> ${to}`)

describe('the house', () => {
  test('is looked at whole', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
  })

  test('gives every file a room', () => {
    expect(files.filter((file) => floorOf(file) === -1)).toEqual([])
  })

  test('lets a room lean only on what is below it or to its left', () => {
    // Tables and shapes are shared words: SQL may join any of them, so they are open to the whole
    // floor, and the words of who may what to everything below it that hands them on.
    const sharedWord = ({ from, to }: Import) =>
      ['schema', 'model'].includes(kind(to)) && floorOf(from) === rooms && floorOf(to) === rooms
    expect(
      broken(
        (edge) => sharedWord(edge) || order.indexOf(room(edge.to)) < order.indexOf(room(edge.from)),
      ),
    ).toEqual([])
  })

  test('keeps doors apart from one another', () => {
    expect(broken(({ from, to }) => floorOf(from) !== doors || floorOf(to) !== doors)).toEqual([])
  })

  test('keeps a room’s queries inside it, and its routes and jobs for the house', () => {
    expect(broken(({ to }) => kind(to) !== 'queries')).toEqual([])
    const forTheHouse = ({ from, to }: Import) =>
      !['routes', 'jobs'].includes(kind(to)) || floorOf(from) === house
    expect(broken(forTheHouse)).toEqual([])
  })

  test('speaks HTTP only at the doors', () => {
    const speakers = /(^|-)(routes|model|guard)$/
    const talkative = files.filter(
      (file) =>
        /from 'elysia'/.test(sources.get(file)!) &&
        !speakers.test(kind(file)) &&
        !['http', 'app'].includes(room(file)) &&
        floorOf(file) < doors,
    )
    expect(talkative).toEqual([])
  })

  test('lets only its owner write to a table', () => {
    const trespasses = files.flatMap((file) => {
      const source = sources.get(file)!
      const foreign = new Map(
        [...source.matchAll(/import (?:type )?\{([^}]+)\} from '\.\.\/(\w+)\/schema'/g)].flatMap(
          (match) => match[1]!.split(',').map((name) => [name.trim(), match[2]!] as const),
        ),
      )
      return [...source.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)]
        .filter((match) => foreign.has(match[1]!))
        .map((match) => `${file} writes ${foreign.get(match[1]!)}.${match[1]}`)
    })
    expect(trespasses).toEqual([])
  })

  test('keeps the crafts ignorant: formats and pictures know no database, settings or requests', () => {
    const crafty = files.filter((file) => ['formats', 'images'].includes(room(file)))
    const forbidden = /from '\.\.\/(\.\.\/)?(db|context|http|config|jobs|events)\b/
    expect(crafty.filter((file) => forbidden.test(sources.get(file)!))).toEqual([])
  })

  test('keeps files short', () => {
    const written = files.filter((file) => file !== 'src/web/ui/api/schema.d.ts')
    expect(written.filter((file) => sources.get(file)!.split('\n').length > 301)).toEqual([])
  })

  test('keeps the interface and the server apart: they meet in the API only', async () => {
    const ui = [...new Glob('src/web/ui/**/*.{ts,tsx}').scanSync('.')]
    const texts = await Promise.all(
      ui.map(async (file) => [file, await Bun.file(file).text()] as const),
    )
    const leaving = texts.flatMap(([file, text]) =>
      [...text.matchAll(/from '(\.[^']+)'/g)]
        .filter((match) => !normalize(join(dirname(file), match[1]!)).startsWith('src/web/ui/'))
        .map((match) => `${file} -> ${match[1]}`),
    )
    expect(ui.length).toBeGreaterThan(30)
    expect(leaving).toEqual([])
    const inside = imports.filter(
      ({ from, to }) => to.startsWith('src/web/ui/') && !from.startsWith('src/web/ui/'),
    )
    expect(inside).toEqual([])
  })
})
