/**
 * The layers of `src`, top to bottom, and the modules of each, left to right. A file may import
 * from layers above its own and from modules to its left. See docs/architecture.md.
 */
const layers = {
  ground: ['errors', 'version', 'files', 'workers', 'context', 'shared'],
  platform: [
    'messages',
    'lib',
    'config',
    'log',
    'metrics',
    'db',
    'settings',
    'secrets',
    'storage',
    'events',
    'jobs',
    'http',
    'telemetry',
    'query',
    'outgoing',
  ],
  media: [
    'contents',
    'image',
    'words',
    'metadata',
    'archives',
    'comic',
    'epub',
    'page-text',
    'pdf',
    'reader',
    'filenames',
    'naming',
    'decoding',
  ],
  accounts: [
    'permissions',
    'audit',
    'sessions',
    'api-keys',
    'users',
    'access',
    'invitations',
    'oidc',
    'passkeys',
  ],
  catalog: [
    'libraries',
    'sidecars',
    'corrections',
    'metadata',
    'labels',
    'item-lists',
    'series',
    'sharing-tags',
    'access-overview',
    'books',
    'duplicates',
    'collections',
    'reading-lists',
    'filter-presets',
    'search',
  ],
  reading: [
    'progress',
    'preserved',
    'want-to-read',
    'pages',
    'bookmarks',
    'preferences',
    'ratings',
    'highlights',
    'statistics',
    'exports',
  ],
  artwork: ['thumbnails', 'covers'],
  ingest: [
    'scanning',
    'grouping',
    'watching',
    'trash',
    'providers',
    'matching',
    'sandbox',
    'plugins',
    'metadata-matching',
    'releases',
    'connections',
    'reading-sync',
    'recommendations',
    'cbl',
    'importing',
  ],
  admin: [
    'live',
    'tasks',
    'updates',
    'processes',
    'monitoring',
    'backup',
    'transfer',
    'settings',
    'notifications',
  ],
  protocols: ['opds', 'komga', 'koreader', 'kobo', 'feeds'],
  web: ['web'],
  cli: ['cli'],
  assembly: ['messages', 'boot', 'api', 'app', 'main'],
} as const satisfies Record<string, readonly string[]>

type Layer = keyof typeof layers

const order = Object.keys(layers) as Layer[]
/** Layers without module folders. */
const single: ReadonlySet<string> = new Set(['web', 'cli'])
/**
 * Tables and request schemas may be imported across these layers, because SQL may join any table.
 */
const sharedWords: ReadonlySet<string> = new Set([
  'accounts',
  'catalog',
  'reading',
  'artwork',
  'ingest',
])

export interface Place {
  layer: Layer
  module: string
  /** Position of the module in the whole stack. */
  rank: number
}

/** Returns the module of a file in `src`, or undefined for a file outside every known module. */
export function findPlace(file: string): Place | undefined {
  if (file.startsWith('src/web/shared/')) return findPlace('src/shared.ts')
  const [, first = '', second = ''] = file.split('/')
  const isInFolder = second !== ''
  const name = first.replace(/(\.d)?\.ts$/, '')
  const layer = order.find((candidate) =>
    isInFolder
      ? candidate === first
      : ['ground', 'assembly'].includes(candidate) && listModules(candidate).includes(name),
  )
  if (!layer) return undefined
  const module = isInFolder && !single.has(layer) ? second : name
  const position = listModules(layer).indexOf(module)
  if (position === -1) return undefined
  return { layer, module, rank: order.indexOf(layer) * 100 + position }
}

const listModules = (layer: Layer): readonly string[] => layers[layer]

/** Returns the name of a file without its folder and extension. */
export const baseName = (file: string) =>
  file
    .split('/')
    .at(-1)!
    .replace(/(\.d)?\.tsx?$/, '')

export function mayImport(from: string, to: string): boolean {
  const [source, target] = [findPlace(from), findPlace(to)]
  if (!source || !target) return false
  if (source.rank === target.rank) return true
  // Another rule restricts these imports to types.
  if (source.module === 'context' && target.layer === 'platform') return true
  // Platform errors carry messages for users.
  if (source.module === 'errors' && target.module === 'messages') return true
  if (target.layer === 'assembly') return mayImportAssembly(source, target)
  if (target.layer === 'ground' && source.layer !== 'ground') return true
  return target.rank < source.rank || isSharedWord(source, target, baseName(to))
}

const mayImportAssembly = (source: Place, target: Place) =>
  source.layer === 'assembly'
    ? target.rank < source.rank
    : source.layer === 'cli' && ['api', 'app'].includes(target.module)

const isSharedWord = (source: Place, target: Place, name: string) =>
  ['schema', 'model'].includes(name) &&
  sharedWords.has(source.layer) &&
  sharedWords.has(target.layer)
